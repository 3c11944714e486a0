import { checkSeedDraw, commitmentOf } from '#contract/draw.ts'
import { sourceOf } from '#contract/draw-calls.ts'
import { steppedChecks } from '#contract/draw-steps.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { drawProof } from '../../contract-extraction.ts'
import { drawParts, entropyOf, poolHash, tokenOf } from '../../rules/draw.ts'

type Proof = OutputOf<typeof drawProof>

export interface Check {
  ok: boolean
  label: string
  detail: string
}

/** Derives a draw again from what was published, and says what agrees. Pure: runs in the reader's browser. */
export function recompute(proof: Proof): Check[] {
  const { rows } = proof
  const hash = poolHash(rows)
  const checks: Check[] = [
    ...drawChecks(proof, hash),
    { ok: hash === proof.poolHash, label: '候选范围与冻结时一致', detail: `候选范围摘要 ${hash}` },
    {
      ok: proof.rows.every((row) =>
        proof.inOrder ? inOrder(row.called, row.tokens) : row.called.every((token) => row.tokens.includes(token)),
      ),
      label: proof.inOrder ? '通知的专家均在抽取范围内，并按抽取次序通知' : '通知的专家均在抽取范围内',
      detail: `已通知 ${proof.rows.reduce((sum, row) => sum + row.called.length, 0)} 人`,
    },
  ]
  const { salt } = proof
  if (salt !== null) {
    const people = proof.rows.flatMap((row) => row.people)
    checks.push({
      ok: commitmentOf(salt) === proof.saltHash && people.every((p) => tokenOf(salt, p.expertId) === p.token),
      label: '公开的姓名与抽取时的代号一致',
      detail: `${people.length} 人`,
    })
  }
  return checks
}

function drawChecks({ rows, steps, bySeed }: Proof, hash: string): Check[] {
  const parts = drawParts(rows)
  const result = rows.flatMap(({ rowNo, tokens }) => tokens.map((value) => ({ label: String(rowNo), value })))
  if (bySeed) {
    const { seed, nonce, seedHash } = bySeed
    const source = { commitment: seedHash, seed, entropy: entropyOf({ nonce, poolHash: hash }) }
    const { committed, follows } = checkSeedDraw(parts, source, result)
    return [
      { ok: committed, label: '种子与抽取前登记的承诺一致', detail: `SHA-256(种子) = ${commitmentOf(seed)}` },
      {
        ok: follows,
        label: '按种子、随机数和候选范围重新抽取，次序一致',
        detail: `共 ${rows.length} 组 ${rows.reduce((sum, row) => sum + row.tokens.length, 0)} 人`,
      },
    ]
  }
  const source = steps && sourceOf(steps)
  if (!source) return [{ ok: false, label: '抽取记录完整', detail: '缺少抽取步骤' }]
  return steppedChecks({ parts, result, source })
}

/** Whether people were called in the drawn order; places may be skipped, by whoever was called elsewhere or has to avoid. */
export function inOrder(called: readonly string[], drawn: readonly string[]): boolean {
  const places = called.map((token) => drawn.indexOf(token))
  return places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1]!))
}
