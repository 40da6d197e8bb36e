"""Published figures, beside which ours are shown. Sources: the papers named in docs/training.md."""

from __future__ import annotations

PUBLISHED: dict[str, dict[str, dict[str, float]]] = {
    "identify": {
        "DeBERTa-base": {"recall": 0.9439, "f1": 0.9219},
        "ALBERT-large": {"precision": 0.9250, "recall": 0.9116, "f1": 0.9179},
        "DistilBERT": {"recall": 0.9345, "f1": 0.9216},
        "Vicuna-7B with LoRA": {"weighted_f1": 0.9777},
    },
    "label": {
        "DeBERTa-v3-large": {"f1": 0.8545, "f1_OBJ": 0.8290, "f1_ASP": 0.6809, "f1_PRED": 0.9604},
        "DeBERTa-v3-base": {"f1": 0.8370, "f1_OBJ": 0.7998, "f1_ASP": 0.6808, "f1_PRED": 0.9524},
        "RoBERTa-large": {"f1": 0.8249, "f1_OBJ": 0.7946, "f1_ASP": 0.6433, "f1_PRED": 0.9406},
        "BERT-base": {"f1": 0.7832, "f1_OBJ": 0.7337, "f1_ASP": 0.5851, "f1_PRED": 0.9348},
    },
    # Per-class figures of the transformers in this table are 2R/(1+R), not F1, and are left out.
    "stance": {
        "DeBERTa-v3-large": {"weighted_f1": 0.9106},
        "RoBERTa-base": {"weighted_f1": 0.8998},
        "BERT-base": {"weighted_f1": 0.8807},
        "Ma et al. 2020": {"f1_BETTER": 0.7821, "f1_WORSE": 0.5872, "f1_NONE": 0.9298, "weighted_f1": 0.8743},
        "Panchenko et al. 2019": {"f1_BETTER": 0.75, "f1_WORSE": 0.43, "f1_NONE": 0.92, "weighted_f1": 0.85},
    },
    "kinds": {"BERT, other data": {"micro_f1_merged": 0.91}, "CNN, other data": {"micro_f1_merged": 0.90}},
    "answers": {
        "LeviRank, more data": {
            "macro_f1": 0.58, "f1_NO": 0.40, "f1_NEUTRAL": 0.52, "f1_FIRST": 0.72, "f1_SECOND": 0.68,
        },
        "Bondarenko et al. 2022, more data": {
            "macro_f1": 0.57, "f1_NO": 0.40, "f1_NEUTRAL": 0.53, "f1_FIRST": 0.70, "f1_SECOND": 0.63,
        },
    },
}  # fmt: skip
