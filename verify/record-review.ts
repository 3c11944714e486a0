import { type Bundle, BUNDLE_TYPE } from '#features/review-hall/rules/bundle.ts'
import { replay } from '#features/review-hall/rules/replay.ts'
import { check, type Check, demand, Missing } from '#features/sealing/core/check.ts'
import type { LogRecords } from '#features/sealing/core/verify-log-records.ts'
import type { Gathered } from './gather.ts'
import { headsOf } from './procedure.ts'
import { drawChecks, placeOf } from './record-draws.ts'
import type { Contents } from './record-types.ts'
import type { Section } from './report.ts'

/** Problems that are told of one bundle. */
const SHOWN = 3

/** The review that a record holds: there, and of this order. */
export function checkReviewThere({ body, found }: Contents): Promise<Check> {
  return check('review-there', '评审复算包', () => {
    const due = body.sections.includes('review') ? 1 : 0
    demand(found.bundles.length === due, `应有评审复算包 ${due} 份，现有 ${found.bundles.length} 份`)
    for (const { order } of found.bundles)
      demand(order.code === body.code && (order.id ?? body.orderId) === body.orderId, '评审复算包属于别的采购单')
    return due === 0 ? '未经评审' : '属于本采购单'
  })
}

/**
 * Reviews computed again from what the members said, the draws derived again, and both held against what the log took in at the
 * time: marks when they were submitted, each step of a draw before the next, the bundle before anybody signed the report.
 */
export async function reviewSections(found: Gathered): Promise<Section[]> {
  return Promise.all(
    found.bundles.map(async (bundle): Promise<Section> => {
      const records = found.records.find(({ orderId }) => orderId === bundle.order.id)
      const notice = found.notices.find(({ orderId }) => orderId === bundle.order.id)
      const heads = records ? headsOf(found, records) : []
      return {
        title: '评审复算',
        checks: [
          await check('review-replay', '由评审意见重新计算结果', () => checkReplay(bundle)),
          await check('review-logged', '评审复算包已写入日志', () => checkLogged(bundle, records)),
          await check('review-marks', '评审意见提交时已写入日志', () => checkMarks(bundle, records)),
          ...(await drawChecks(bundle.draws, { records, notice, heads })),
        ],
      }
    }),
  )
}

function checkReplay(bundle: Bundle): string {
  const { hash, problems, notes } = replay(bundle)
  const told = problems.slice(0, SHOWN).map(({ path, message }) => `${path}：${message}`)
  const more = problems.length > SHOWN ? [`另有 ${problems.length - SHOWN} 处`] : []
  demand(problems.length === 0, [...told, ...more].join('；'))
  return [`复算一致，哈希 ${hash}`, ...notes].join('；')
}

function checkLogged({ hash }: Bundle, records: LogRecords | undefined): string {
  return `位于日志第 ${placeOf(records, { type: 'review-bundle', hash, what: '评审复算包' })} 条`
}

function checkMarks({ type, judgements }: Bundle, records: LogRecords | undefined): string {
  if (type !== BUNDLE_TYPE) throw new Missing('旧格式的复算包：评审意见提交时未写入日志')
  for (const [i, { commitment: hash }] of judgements.entries())
    placeOf(records, { type: 'review-bundle', hash, what: `第 ${i + 1} 份评审意见` })
  return `${judgements.length} 份评审意见的哈希均在日志中`
}
