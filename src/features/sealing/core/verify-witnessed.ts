import { fromBase64, utf8 } from './bytes.ts'
import { check, demand, given } from './check.ts'
import type { Check } from './check.ts'
import { parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import { type WitnessPolicy, witnessedAt } from './log/cosignature.ts'
import { splitNote } from './log/note.ts'
import type { NoticeTrust, ReceiptBody } from './receipt.ts'
import { beijing } from './beijing.ts'
import { type ProvenRecord, RECORD_TITLES } from './verify-log-records.ts'

/** A head is cosigned this soon after it is published, or the witnesses do not say when it was. */
const PROMPT_MS = 10 * 60_000
/** Heads are published every five minutes, and witnesses take a moment. */
const TICK_MS = 5 * 60_000
/** Clocks of service and witnesses may differ by this much. */
const SLACK_MS = 2 * 60_000

/** Whether a check asks when witnesses signed: one that was away leaves it open, whatever material there is. */
export function isOfTime({ id }: Pick<Check, 'id'>): boolean {
  return id === 'deadline-witnessed-at' || id === 'place-in-time' || id.startsWith('draw-witnessed-')
}

/**
 * Whether those whom the notice names saw the head at the deadline, and when: cosignatures of witnesses, a time-stamp. Nothing
 * is said where the notice names nobody.
 */
export async function verifyDeadlineHead(notice: NoticeTrust): Promise<Check[]> {
  const { witnesses: policy, timeStamp, checkpoint } = notice
  const deadline = Date.parse(notice.deadline)
  const needHead = '公告尚未公布截止时的日志签名'
  const checks: Check[] = []
  if (policy) {
    checks.push(
      await check('deadline-witnesses', '截止时的日志经见证', () => {
        const seen = witnessed(given(checkpoint, needHead), policy)
        return `${namesOf(policy, seen.by)} 已见证，满足 ${policy.witnesses.length} 取 ${policy.threshold}`
      }),
      await check('deadline-witnessed-at', '见证不晚于截止后十分钟', () => {
        const { at } = witnessed(given(checkpoint, needHead), policy)
        demand(at.getTime() >= deadline - SLACK_MS, `见证时间 ${beijing(at)} 早于截止时间，日志在截止前已固定`)
        // A witness that was away does not make bids false; but then it is no witness of the time.
        const late = at.getTime() - deadline
        return given(
          late <= PROMPT_MS + SLACK_MS ? `见证时间 ${beijing(at)}` : null,
          `见证时间 ${beijing(at)} 比截止晚 ${Math.round(late / 60_000)} 分钟，其间的日志没有见证`,
        )
      }),
    )
  }
  if (timeStamp) {
    checks.push(
      await check('deadline-time-stamp', '截止时的日志的时间戳', async () => {
        const { verifyTimeStamp, fingerprint } = await import('./time-stamp/verify.ts')
        const issuers = timeStamp.issuers.map(fromBase64)
        const { at, authority, chain } = await verifyTimeStamp(fromBase64(timeStamp.token), {
          data: utf8(splitNote(given(checkpoint, needHead)).body),
          issuers,
        })
        const known = await Promise.all(issuers.map(fingerprint))
        demand(known.length === 0 || chain.some((one) => known.includes(one)), '时间戳证书不是公告所列机构的')
        demand(at.getTime() >= deadline - SLACK_MS, `时间戳 ${beijing(at)} 早于截止时间`)
        const who = timeStamp.isLocal ? '平台自签，非第三方' : `${authority}，证书指纹 ${chain[0]!.slice(0, 16)}…`
        return `${beijing(at)}（${who}）`
      }),
    )
  }
  return checks
}

/**
 * Whether the place of a receipt's leaf fits the cosigned heads around its time: in none that was cosigned earlier, which
 * would be a lie, and in one that was cosigned soon after. `heads`: signed notes with lines of witnesses, from anywhere.
 */
export async function verifyPlaceInTime(
  body: Pick<ReceiptBody, 'at' | 'logIndex'>,
  { notice, heads }: { notice: NoticeTrust; heads: readonly string[] },
): Promise<Check[]> {
  const { witnesses: policy } = notice
  if (!policy) return []
  return [
    await check('place-in-time', '回执序号与前后见证的日志相符', () => {
      const at = Date.parse(body.at)
      const seen = seenHeads(notice, { policy, heads })
      const before = seen.findLast((head) => head.at < at - SLACK_MS)
      demand(
        !before || before.size <= body.logIndex,
        `序号 ${body.logIndex} 在 ${before && beijing(new Date(before.at))} 见证的日志中已有，早于回执所称的提交时间`,
      )
      const cover = given(
        seen.find((head) => head.size > body.logIndex),
        '未提供提交之后经见证的日志头，无法核对',
      )
      // Many who hand in at one moment run ahead of the log's clock, and a witness may have been away: neither is a lie,
      // but then witnesses do not say when the leaf came.
      return given(
        cover.at <= at + TICK_MS + SLACK_MS
          ? `${beijing(new Date(cover.at))} 见证的日志（规模 ${cover.size}）已包含，此前见证的规模 ${before?.size ?? 0} 尚无`
          : null,
        `提交后 ${Math.round((cover.at - at) / 60_000)} 分钟才有见证的日志包含它，提交时间没有见证`,
      )
    }),
  ]
}

/** A record that has waited for its leaf so long was kept from the log. */
const WAIT_MS = 60 * 60_000

/**
 * Whether the places of log records fit the cosigned heads around their own times: in none that was cosigned earlier, not missing
 * from one of more than an hour later, and in one that was cosigned within that hour. Nothing is said where the notice names nobody.
 */
export async function verifyRecordTimes(
  records: readonly ProvenRecord[],
  { notice, heads }: { notice: NoticeTrust; heads: readonly string[] },
): Promise<Check[]> {
  const { witnesses: policy } = notice
  if (!policy) return []
  return [
    await check('record-times', '存证的时间与前后见证的日志相符', () => {
      const seen = seenHeads(notice, { policy, heads })
      let open = 0
      for (const { record, leaf } of records) {
        if (!leaf) continue
        const at = Date.parse(record.at)
        demand(Number.isFinite(at) && Number.isSafeInteger(leaf.index), '存证记录格式错误')
        const name = `${RECORD_TITLES[record.type] ?? record.type} ${record.at}`
        const before = seen.findLast((head) => head.at < at - SLACK_MS)
        demand(
          !before || before.size <= leaf.index,
          `${name} 在 ${before && beijing(new Date(before.at))} 见证的日志中已有，早于其所称的时间`,
        )
        const limit = at + WAIT_MS + TICK_MS + SLACK_MS
        const late = seen.find((head) => head.at > limit && head.size <= leaf.index)
        demand(!late, `${name} 不在 ${late && beijing(new Date(late.at))} 见证的日志中，系事后补入`)
        const cover = seen.find((head) => head.size > leaf.index)
        if (!cover || cover.at > limit) open++
      }
      return given(
        open === 0 ? `${records.length} 项存证的位置与见证的时间相符` : null,
        `${open} 项存证没有一小时内经见证的日志包含它，其时间没有见证`,
      )
    }),
  ]
}

/**
 * Whether witnesses saw that a round of a beacon was named before it was out. `round`: when it is, and where the record lies that
 * names it. `head`: the one that it was named by, and its time by the platform: cosigned earlier than that it was dated ahead,
 * for a later round. Throws `Missing` where no head that meets the policy tells: a witness that was away is no lie.
 */
export function verifyRoundTime(
  { round, head }: { round: { at: number; index: number }; head: Seen },
  { notice, heads }: { notice: NoticeTrust; heads: readonly string[] },
): string {
  const { witnesses: policy } = notice
  if (!policy) return '公告未列见证方：轮次晚于截止仅以平台的日志为据，没有见证'
  const seen = seenHeads(notice, { policy, heads })
  const early = seen.find(({ at, size }) => at < head.at - SLACK_MS && size >= head.size)
  demand(
    !early,
    `规模 ${early?.size} 的日志在 ${early && beijing(new Date(early.at))} 已经见证，早于确定轮次的日志头所称的时间`,
  )
  const cover = seen.find(({ size }) => size > round.index)
  const when = beijing(new Date(round.at))
  return given(
    cover && cover.at < round.at
      ? `${beijing(new Date(cover.at))} 见证的日志（规模 ${cover.size}）已包含，早于信标产生的 ${when}`
      : null,
    `没有在信标产生（${when}）之前经见证的日志包含它，轮次确定的时间没有见证`,
  )
}

interface Seen {
  size: number
  at: number
}

/** The heads that meet the policy, by their times. */
function seenHeads(
  notice: NoticeTrust,
  { policy, heads }: { policy: WitnessPolicy; heads: readonly string[] },
): Seen[] {
  const key = parseNoteKey(notice.logKey)
  return [...new Set([...heads, ...(notice.checkpoint ? [notice.checkpoint] : [])])]
    .flatMap((note) => {
      const cosigned = witnessedAt(note, policy)
      return cosigned ? [{ size: verifyCheckpoint(note, key).size, at: cosigned.at.getTime() }] : []
    })
    .toSorted((a, b) => a.at - b.at)
}

function witnessed(note: string, policy: WitnessPolicy) {
  const seen = witnessedAt(note, policy)
  demand(seen !== null, `公告要求 ${policy.witnesses.length} 个见证方中至少 ${policy.threshold} 个见证，签名不足`)
  return seen
}

function namesOf(policy: WitnessPolicy, by: readonly { key: { name: string } }[]): string {
  return by
    .map(({ key }) => policy.witnesses.find((one) => one.key.startsWith(`${key.name}+`))?.title ?? key.name)
    .join('、')
}
