"""`python -m weigh.train TASK …`: the same as `weigh train`, where only the training packages are installed."""

from weigh.cli.train import app

app()
