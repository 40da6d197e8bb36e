"""Fine-tuning, distillation and export of the models (needs the `train` extra)."""
