"""What small systems share: turns of one move and one action, walking, Hit Points and armor."""
