from engine.players.outlook import Outlook
def look(view): return Outlook(view)
def answer_to(view, prompt, outlook): return None
