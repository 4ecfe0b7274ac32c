"""What every chat needs: queues of posts, the messages that stand in a channel, texts within limits."""
