"""The same cleaning on many machines: a Spark job over files, with duplicates found across all of them.

Each file is one task that runs `files.clean_file`, so that Spark and one machine give the same sentences and sources.
What is written to the output folder:

    documents/part=K/   id, url, title, date, collection, sentences: what the shard K of an index is built from
    sentences/part=K/   key, text, sources (document and position; at most SOURCES), source_count (the true number)
    weigh.json          the report; written last, so that a folder without it is not whole
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from weigh.errors import BadInput, ExtraMissing, ServiceProblem, SourceProblem, WeighError
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import STDIN, clean_file
from weigh.text.tokens import same_key

SOURCES = 100
_CLOSING = " \"'”’»)]*_"
_ROW = (
    "id string, url string, title string, date string, collection string, "
    "sentences array<string>, keys array<string>, report string"
)


@dataclass(frozen=True, slots=True)
class SparkResult:
    """What a job wrote."""

    out: str
    sentences: int
    """Different sentences."""
    report: Report

    def to_dict(self) -> dict[str, Any]:
        return {"out": self.out, "different_sentences": self.sentences, "read": self.report.to_dict()}


def run(
    files: Sequence[str], out: Path, options: Options, *, master: str = "local[*]", partitions: int = 8
) -> SparkResult:
    """Clean all files and write documents and different sentences to `out`."""
    if not files or STDIN in files:
        raise BadInput("Spark needs files that every machine can read; standard input and an empty list are none.")
    if out.exists() and any(out.iterdir()):
        raise BadInput(f"{out} exists and is not empty. Give the path of a new folder for the result.")
    spark = _session(master)
    try:
        return _job(spark, files, out, options, partitions)
    finally:
        spark.stop()


def documents_of(out: Path, part: int) -> Iterator[CleanDocument]:
    """The documents of one part of a job's output, by id: an index shard is built from them."""
    import pyarrow.parquet as pq

    rows: list[Path] = sorted((out / "documents" / f"part={part}").glob("*.parquet"))
    for path in rows:
        for batch in pq.ParquetFile(path).iter_batches(batch_size=256):
            for row in batch.to_pylist():
                yield CleanDocument(
                    id=row["id"],
                    url=row["url"],
                    title=row["title"],
                    date=row["date"],
                    collection=row["collection"],
                    sentences=tuple(row["sentences"]),
                )


def parts_of(out: Path) -> list[int]:
    """The parts that a finished job has written."""
    if not (out / "weigh.json").exists():
        raise SourceProblem(f"{out} holds no finished Spark job of Weigh (no weigh.json). Run it to its end first.")
    return sorted(int(path.name.partition("=")[2]) for path in (out / "documents").glob("part=*"))


def _job(spark: Any, files: Sequence[str], out: Path, options: Options, partitions: int) -> SparkResult:
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    staging, documents, sentences = (str(out / name) for name in ("staging", "documents", "sentences"))
    rows = spark.sparkContext.parallelize(list(files), len(files)).flatMap(lambda file: _rows(file, options))
    # Written once, so that no file is read twice however often the result is looked at.
    spark.createDataFrame(rows, _ROW).write.parquet(staging)
    read = spark.read.parquet(staging)

    kept = read.where(F.col("report").isNull()).drop("report").dropDuplicates(["id", "sentences"])
    kept = kept.withColumn("part", F.pmod(F.xxhash64("id"), F.lit(partitions)).cast("int"))
    kept.repartition(partitions, "part").sortWithinPartitions("part", "id").write.partitionBy("part").parquet(documents)

    each = spark.read.parquet(documents).select(
        "id", F.posexplode(F.arrays_zip("keys", "sentences")).alias("position", "both")
    )
    each = each.select("id", "position", F.col("both.keys").alias("key"), F.col("both.sentences").alias("text"))
    by_key = Window.partitionBy("key")
    ranked = each.select(
        "*",
        F.row_number().over(by_key.orderBy("id", "position")).alias("rank"),
        F.count(F.lit(1)).over(by_key).alias("source_count"),
    ).where(F.col("rank") <= SOURCES)  # capped before it is collected, so that no group outgrows the memory
    grouped = ranked.groupBy("key").agg(
        F.min(F.struct("rank", "text")).getField("text").alias("text"),
        F.sort_array(F.collect_list(F.struct(F.col("id").alias("document"), "position"))).alias("sources"),
        F.max("source_count").alias("source_count"),
    )
    grouped = grouped.withColumn("part", F.pmod(F.xxhash64("key"), F.lit(partitions)).cast("int"))
    grouped = grouped.repartition(partitions, "part").sortWithinPartitions("part", "key")
    grouped.write.partitionBy("part").parquet(sentences)

    report = Report()
    for row in sorted(read.where(F.col("report").isNotNull()).select("report").collect()):
        report.merge(Report.from_dict(json.loads(row[0])))
    result = SparkResult(str(out), spark.read.parquet(sentences).count(), report)
    shutil.rmtree(staging, ignore_errors=True)
    (out / "weigh.json").write_text(json.dumps(result.to_dict(), indent=2) + "\n", encoding="utf-8")
    return result


def _rows(file: str, options: Options) -> Iterator[tuple[Any, ...]]:
    """One task: the documents of a file with the keys of their sentences, and the file's report as last row."""
    report = Report()
    try:
        for item in clean_file(file, options, report):
            keys = [equality_key(text) for text in item.sentences]
            yield (item.id, item.url, item.title, item.date, item.collection, list(item.sentences), keys, None)
    except WeighError as error:
        report.documents_out["unreadable file"] += 1
        report.problem(str(error))
    yield (None, None, None, None, None, None, None, json.dumps(report.to_dict()))


def equality_key(text: str) -> str:
    """Equal sentences have equal keys, as in an index; a question never equals a statement."""
    key = same_key(text) + ("?" if text.rstrip(_CLOSING).endswith("?") else "")
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _session(master: str) -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ExtraMissing("Running on Spark", "spark") from None
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        raise ServiceProblem("Spark needs Java 17, and there is no 'java' on the path. Install it, or set JAVA_HOME.")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("weigh corpus")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "16")
    if master.startswith("local"):
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    try:
        session = builder.getOrCreate()
    except Exception as error:  # Java's errors arrive in many classes
        raise ServiceProblem(f"Spark could not be started with master {master!r}: {str(error)[:300]}") from None
    session.sparkContext.setLogLevel("ERROR")
    return session
