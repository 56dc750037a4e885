"""What is asked."""

from .game import Question

QUESTIONS = [
    Question("Which planet would float on water, if there were enough of it?", ["Saturn"]),
    Question("How many hearts has an octopus?", ["3", "three"]),
    Question("What is the only number that is the same as its number of letters, in English?", ["4", "four"]),
    Question("Which metal is liquid in an ordinary room?", ["Mercury", "quicksilver"]),
    Question("How many minutes are there in a week?", ["10080"]),
    Question("Which bird can fly backwards?", ["Hummingbird", "hummingbirds"]),
    Question("What does a cartographer draw?", ["Maps", "map"]),
    Question("Which gas do plants take from the air to grow?", ["Carbon dioxide", "CO2"]),
    Question("How many squares are on a chess board, counting only the small ones?", ["64", "sixty-four"]),
    Question("Which instrument has 88 keys?", ["Piano"]),
    Question("In which direction does the Sun rise?", ["East", "in the east"]),
    Question("What is the smallest prime number?", ["2", "two"]),
    Question("Which animal's fingerprints are hard to tell from those of people?", ["Koala", "koalas"]),
]
