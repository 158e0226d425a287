# SPDX-License-Identifier: Apache-2.0
"""What scikit-learn makes of data.py. With scikit-learn installed, `PYTHONPATH=tests python tests/learning/reference.py` writes reference.json."""
import json
import pathlib

import data
import numpy as np
import sklearn
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import silhouette_score
from sklearn.neighbors import NearestNeighbors

pixels, labels = data.digits()
points = data.points()
rows, values = data.line()
groups = KMeans(5, n_init=10, random_state=0).fit(points)
noisy = DBSCAN(eps=0.8, min_samples=8).fit(points)
distances, indices = NearestNeighbors(n_neighbors=4).fit(points.astype("d")).kneighbors(data.points(40).astype("d") + 0.25)
components = PCA(6).fit(pixels.astype("d"))
line = LinearRegression().fit(rows, values)
sure = {"tol": 1e-9, "max_iter": 10000}
ten, two = LogisticRegression(**sure).fit(pixels, labels), LogisticRegression(**sure).fit(pixels, labels > 4)
weak = LogisticRegression(C=0.01, **sure).fit(pixels, labels)
flags = {"oob_score": True, "max_depth": 16}
# one after the other: rows that it learns from, the others, whose score counts
trees = [RandomForestClassifier(random_state=i, **flags).fit(pixels[:1200], labels[:1200]) for i in range(5)]
waves, heights = data.waves()
growing = [RandomForestRegressor(random_state=i, **flags).fit(waves[:2000], heights[:2000]) for i in range(5)]
found = {
    "made by": f"scikit-learn {sklearn.__version__}",
    "kmeans": {"centers": sorted(groups.cluster_centers_.tolist()), "inertia": groups.inertia_, "silhouette": silhouette_score(points, groups.labels_)},
    "digits": {"inertia": KMeans(10, n_init=20, random_state=0).fit(pixels).inertia_},
    "dbscan": noisy.labels_.tolist(),
    "neighbors": {"distances": distances.tolist(), "indices": indices.tolist()},
    "pca": {"components": components.components_.tolist(), "variances": components.explained_variance_.tolist()},
    "linear": {"w": line.coef_.tolist(), "intercept": line.intercept_},
    "logistic": {"w": ten.coef_.tolist(), "score": ten.score(pixels, labels)},
    "logistic of two": {"w": two.coef_.tolist(), "intercept": two.intercept_.tolist()},
    "forest": {"score": [f.score(pixels[1200:], labels[1200:]) for f in trees], "oob": [f.oob_score_ for f in trees],
               "importances": np.mean([f.feature_importances_ for f in trees], 0).tolist()},
    "forest of values": {"score": [f.score(waves[2000:], heights[2000:]) for f in growing], "oob": [f.oob_score_ for f in growing],
                         "importances": np.mean([f.feature_importances_ for f in growing], 0).tolist()},
    "weak": {"w": weak.coef_.tolist()},
}


def rounded(x):
    return [rounded(y) for y in x] if isinstance(x, list) else {k: rounded(v) for k, v in x.items()} if isinstance(x, dict) else \
        float(f"{x:.8g}") if isinstance(x, float) else float(x) if hasattr(x, "dtype") else x


pathlib.Path(__file__).with_name("reference.json").write_text(json.dumps(rounded(found)) + "\n")
