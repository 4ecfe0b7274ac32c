"""The store on a Redis server or cluster."""
