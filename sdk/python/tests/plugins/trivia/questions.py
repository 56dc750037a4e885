"""What it asks."""

QUESTIONS = {"How many legs has a spider?": "8"}
