"""Run by the reference environment: how well a linear SVM on TF-IDF finds the relevant texts.

Reads JSON from the standard input: training and test texts with their labels. Prints F1 and the area under the curve.
"""

import json
import sys

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.svm import LinearSVC

given = json.load(sys.stdin)
vectors = TfidfVectorizer()
model = LinearSVC().fit(vectors.fit_transform(given["train"]), given["train_labels"])
scores = model.decision_function(vectors.transform(given["test"]))
f1, area = f1_score(given["test_labels"], scores > 0), roc_auc_score(given["test_labels"], scores)
json.dump({"f1": f1, "area": area}, sys.stdout)
