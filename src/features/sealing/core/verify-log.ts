import { fromHex } from './bytes.ts'
import { check, demand, given } from './check.ts'
import type { Check } from './check.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import type { Checkpoint } from './log/checkpoint.ts'
import { verifyConsistency } from './log/merkle.ts'
import { TileTree } from './log/tiles.ts'
import type { TileReaderStore } from './log/tiles.ts'

/** That a later head continues the one of this size, as material brings it along; hashes in hex. */
export interface Growth {
  size: number
  proof: string[]
}

export interface LogEvidence {
  /** Signed notes, from wherever they were kept: receipts, notices, last year's archive. */
  checkpoints: readonly string[]
  /** C2SP verifier key of the log. */
  logKey?: string
  tiles?: TileReaderStore
}

/**
 * Checks that every checkpoint is signed by the log and that each continues the one before it, by size. Two of the
 * same size with different roots are a log that told two stories. Never throws on bad input.
 */
export async function verifyLog({ checkpoints, logKey, tiles }: LogEvidence): Promise<Check[]> {
  const checks: Check[] = []
  const known: Checkpoint[] = []
  for (const [i, note] of [...new Set(checkpoints)].entries()) {
    checks.push(
      await check(`checkpoint-${i}`, `检查点 ${i + 1} 的签名`, () => {
        known.push(parseCheckpoint(note))
        const { origin, size } = verifyCheckpoint(note, parseNoteKey(given(logKey, '未提供日志公钥，无法核对签名')))
        return `日志 ${origin}，规模 ${size}，签名有效`
      }),
    )
  }
  known.sort((a, b) => a.size - b.size)
  for (const [i, newer] of known.entries()) {
    const older = known[i - 1]
    if (!older) continue
    checks.push(
      await check(`growth-${older.size}-${newer.size}`, `日志由 ${older.size} 条增至 ${newer.size} 条`, () =>
        checkGrowth(older, newer, given(tiles, '未提供日志数据块，无法核对')),
      ),
    )
  }
  return checks
}

/** Whether a head is a part of a newer one, by the proof of its size. Throws `Missing` with `lack` where there is none. */
export function isPartOf(
  older: Checkpoint,
  newer: Checkpoint,
  { growth, lack }: { growth: readonly Growth[] | undefined; lack: string },
): boolean {
  const found = older.size === newer.size ? { proof: [] } : growth?.find(({ size }) => size === older.size)
  return verifyConsistency(older, newer, given(found, lack).proof.map(fromHex))
}

/** Consistency of two checkpoints by the published tiles. Throws with a Chinese finding. */
export async function checkGrowth(older: Checkpoint, newer: Checkpoint, tiles: TileReaderStore): Promise<string> {
  demand(older.origin === newer.origin, '两个检查点不是同一日志')
  demand(older.size <= newer.size, `日志规模由 ${older.size} 减为 ${newer.size}`)
  const proof = await new TileTree(tiles, newer.size).consistencyProof(older.size)
  demand(verifyConsistency(older, newer, proof), `日志在规模 ${older.size} 之前的内容被改动`)
  return '只增未改，原有内容全部保留'
}
