"""The same cleaning on many machines: a Spark job over files, with duplicates found across all of them.

Each file is one task that runs `files.clean_file`, so that Spark and one machine give the same sentences and sources.
What is written to the output folder:

    job.json            what the job was asked for; the same job run again goes on where it was stopped
    documents/part=K/   id, url, title, date, collection, sentences: what the shard K of an index is built from
    sentences/part=K/   key, text, sources (document and position; at most SOURCES), source_count (the true number)
    weigh.json          the report; a folder without it is not whole
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from weigh.errors import BadInput, ExtraMissing, ServiceProblem, SourceProblem, WeighError
from weigh.ingest.documents import CleanDocument, Options, Report
from weigh.ingest.files import STDIN, clean_file
from weigh.text.equality import equality_key
from weigh.text.tokens import same_key

SOURCES = 100
_ROW = (
    "file int, place long, id string, url string, title string, date string, collection string, "
    "sentences array<string>, keys array<string>, content string, report string"
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
    files: Sequence[str],
    out: Path,
    options: Options,
    *,
    master: str = "local[*]",
    partitions: int = 8,
    each_part: Callable[[str, int], None] | None = None,
) -> SparkResult:
    """Clean all files and write documents and different sentences to `out`.

    `each_part` is called for each part in a task of its own, on whichever machine, with the output folder and the
    part's number. It must be a function of a module, and change nothing when it is called again.
    """
    if not files or STDIN in files:
        raise BadInput("Spark needs files that every machine can read; standard input and an empty list are none.")
    _begin(out, files, options, partitions)
    # A shuffle is cut finer the more there is to read, so that a piece fits a worker; Spark joins small ones itself.
    spark = _session(master, pieces=max(partitions, len(files)))
    try:
        result = _finished(out) or _job(spark, files, out, options, partitions)
        shutil.rmtree(out / "staging", ignore_errors=True)
        if each_part is not None:
            folder, work = str(out), each_part
            parts = spark.sparkContext.parallelize(range(partitions), partitions)
            parts.foreach(lambda part: work(folder, part))
        return result
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


def sentence_key(text: str) -> str | None:
    """Equal sentences have equal keys, as in an index; what has no words equals nothing."""
    words = same_key(text)
    if not words:
        return None
    return blake2b(equality_key(words, text).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# --- the job


def _begin(out: Path, files: Sequence[str], options: Options, partitions: int) -> None:
    """Note what is asked for, or see that it is what was asked for before."""
    asked = {"files": list(files), "options": repr(options), "partitions": partitions}
    note = out / "job.json"
    if note.is_file():
        if json.loads(note.read_text(encoding="utf-8")) != asked:
            raise BadInput(f"{out} holds the result of another job. Give the path of a new folder for this one.")
        return
    if out.exists() and any(out.iterdir()):
        raise BadInput(f"{out} exists and is not empty. Give the path of a new folder for the result.")
    out.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(asked, indent=2) + "\n", encoding="utf-8")


def _finished(out: Path) -> SparkResult | None:
    if not (out / "weigh.json").is_file():
        return None
    known = json.loads((out / "weigh.json").read_text(encoding="utf-8"))
    return SparkResult(str(out), known["different_sentences"], Report.from_dict(known["read"]))


def _job(spark: Any, files: Sequence[str], out: Path, options: Options, partitions: int) -> SparkResult:
    from pyspark.sql import functions as F

    # Read once, so that no file is read twice however often the result is looked at. Spark marks what is whole.
    read = _written(
        out / "staging",
        spark,
        lambda: (
            spark.createDataFrame(
                spark.sparkContext.parallelize(list(enumerate(files)), len(files)).flatMap(
                    lambda item: _rows(item[0], item[1], options)
                ),
                _ROW,
            ).write
        ),
    )
    documents = _written(out / "documents", spark, lambda: _in_parts(_documents(read, partitions), partitions, "id"))
    sentences = _written(
        out / "sentences", spark, lambda: _in_parts(_sentences(documents, partitions), partitions, "key")
    )
    report = Report()
    for row in sorted(read.where(F.col("report").isNotNull()).select("file", "report").collect()):
        report.merge(Report.from_dict(json.loads(row[1])))
    result = SparkResult(str(out), sentences.count(), report)
    (out / "weigh.json").write_text(json.dumps(result.to_dict(), indent=2) + "\n", encoding="utf-8")
    return result


def _written(path: Path, spark: Any, writer: Callable[[], Any]) -> Any:
    """A step's result, made where it is not there as a whole."""
    if not (path / "_SUCCESS").exists():
        writer().mode("overwrite").parquet(str(path))
    return spark.read.parquet(str(path))


def _in_parts(frame: Any, partitions: int, order: str) -> Any:
    return frame.repartition(partitions, "part").sortWithinPartitions("part", order).write.partitionBy("part")


def _documents(read: Any, partitions: int) -> Any:
    """Each document once. As in an index, a second one whose id is taken is `id~2`, in the order of the files."""
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    copy = F.row_number().over(Window.partitionBy("content").orderBy("file", "place"))
    kept = read.where(F.col("report").isNull()).withColumn("copy", copy).where("copy = 1")
    version = F.row_number().over(Window.partitionBy("id").orderBy("file", "place"))
    part = F.pmod(F.xxhash64("id"), F.lit(partitions)).cast("int")
    kept = kept.withColumn("version", version).withColumn("part", part)
    named = F.when(F.col("version") > 1, F.concat("id", F.lit("~"), "version")).otherwise(F.col("id"))
    return kept.withColumn("id", named).drop("file", "place", "content", "report", "copy", "version")


def _sentences(documents: Any, partitions: int) -> Any:
    """Each sentence once, with its sources. A document that repeats a sentence is one source."""
    from pyspark.sql import functions as F
    from pyspark.sql.window import Window

    each = documents.select("id", F.posexplode(F.arrays_zip("keys", "sentences")).alias("position", "both"))
    each = each.select("id", "position", F.col("both.keys").alias("key"), F.col("both.sentences").alias("text"))
    each = (
        each.where(F.col("key").isNotNull()).groupBy("key", "id").agg(F.min(F.struct("position", "text")).alias("at"))
    )
    each = each.select("key", "id", "at.position", "at.text")
    by_key = Window.partitionBy("key")
    ranked = each.select(
        "*",
        F.row_number().over(by_key.orderBy("id")).alias("rank"),
        F.count(F.lit(1)).over(by_key).alias("source_count"),
    ).where(F.col("rank") <= SOURCES)  # capped before it is collected, so that no group outgrows the memory
    grouped = ranked.groupBy("key").agg(
        F.min(F.struct("rank", "text")).getField("text").alias("text"),
        F.sort_array(F.collect_list(F.struct(F.col("id").alias("document"), "position"))).alias("sources"),
        F.max("source_count").alias("source_count"),
    )
    return grouped.withColumn("part", F.pmod(F.xxhash64("key"), F.lit(partitions)).cast("int"))


def _rows(number: int, file: str, options: Options) -> Iterator[tuple[Any, ...]]:
    """One task: the documents of a file with the keys of their sentences, and the file's report as last row."""
    report = Report()
    try:
        for place, item in enumerate(clean_file(file, options, report)):
            about = (item.id, item.url, item.title, item.date, item.collection, list(item.sentences))
            content = blake2b(json.dumps(about).encode(), digest_size=16).hexdigest()
            keys = [sentence_key(text) for text in item.sentences]
            yield (number, place, *about, keys, content, None)
    except WeighError as error:
        report.documents_out["unreadable file"] += 1
        report.problem(str(error))
    yield (number, None, None, None, None, None, None, None, None, None, json.dumps(report.to_dict()))


def _session(master: str, *, pieces: int) -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ExtraMissing("Running on Spark", "spark") from None
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        raise ServiceProblem("Spark needs Java 17, and there is no 'java' on the path. Install it, or set JAVA_HOME.")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("weigh corpus")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", str(pieces))
    if master.startswith("local"):
        # Workers of a local cluster are processes of their own, which look for their address here.
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    try:
        session = builder.getOrCreate()
    except Exception as error:  # Java's errors arrive in many classes
        raise ServiceProblem(f"Spark could not be started with master {master!r}: {str(error)[:300]}") from None
    session.sparkContext.setLogLevel("ERROR")
    return session
