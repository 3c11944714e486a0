import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import { type ArchivePart, filed, jsonEntry, participants } from '#features/procurement/server/public.ts'
import type { FileAnswer } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { SIDES } from '../../rules.ts'
import type { Order } from '../access.ts'
import { PEOPLE_TABLE } from '../people-table.ts'
import { type Any, minutesOf, type MinutesRow, type TalkRow, talksOf } from './access.ts'
import { minutesValue } from './view.ts'

/** One version of the minutes as PDF; `notFound` where the talk has none such. */
export async function minutesFile(
  ctx: Any,
  order: Order,
  { talk, version }: { talk: TalkRow | undefined; version: number },
): Promise<FileAnswer> {
  const minutes = talk && (await minutesOf(ctx, [talk.id])).find((one) => one.version === version)
  if (!minutes) throw new AppError('notFound')
  const content = await minutesPdf(ctx, order, { talk, minutes })
  const name = `${say(order, '{act}记录')}-${order.code}-第${talk.roundNo}轮-${version}.pdf`
  return { name, mime: 'application/pdf', content, size: content.length, inline: true }
}

/** Talks and their minutes in the archive of an order; nothing where nobody was called. */
export const roundTalkArchive: ArchivePart = {
  name: 'round-talks',
  async entries(ctx, order) {
    const talks = (await talksOf(ctx, { orderId: order.id })).filter(({ calledAt }) => calledAt !== null)
    if (talks.length === 0) return []
    const talkIds = talks.map(({ id }) => id)
    const [people, minutes, lines] = await Promise.all([
      participants(ctx, order.id),
      minutesOf(ctx, talkIds),
      ctx.many('talk_line', { talkId: talkIds }, { orderBy: ['id'] }),
    ])
    const nameOf = (tradeId: string) => people.find((one) => one.tradeId === tradeId)?.companyName ?? ''
    const record = talks.map(
      ({ id, tradeId, roundNo, status, place, subject, plannedAt, calledAt, beganAt, dropReason }) => ({
        talkId: id,
        supplierName: nameOf(tradeId),
        roundNo,
        state: status,
        place,
        subject,
        plannedAt: plannedAt.toISOString(),
        calledAt: calledAt?.toISOString() ?? null,
        beganAt: beganAt?.toISOString() ?? null,
        dropReason,
        minutes: minutes.filter(({ talkId }) => talkId === id).map(minutesValue),
        lines: lines
          .filter(({ talkId }) => talkId === id)
          .map(({ side, name, content, at }) => ({ side, name, content, at: at.toISOString() })),
      }),
    )
    const pdfs = talks
      .toSorted(inTime)
      .flatMap((talk, i) =>
        minutes
          .filter(({ talkId }) => talkId === talk.id)
          .map(async (one) =>
            filed(
              'review',
              `${say(order, '{act}记录')}-${i + 1}-第${talk.roundNo}轮-${one.version}.pdf`,
              await minutesPdf(ctx, order, { talk, minutes: one }),
            ),
          ),
      )
    return [jsonEntry('round-talks/talks.json', record), ...(await Promise.all(pdfs))]
  },
}

/** As they were held. */
function inTime(a: TalkRow, b: TalkRow): number {
  return a.roundNo - b.roundNo || (a.turn ?? 0) - (b.turn ?? 0) || a.createdAt.getTime() - b.createdAt.getTime()
}

async function minutesPdf(
  ctx: Any,
  order: Order,
  { talk, minutes }: { talk: TalkRow; minutes: MinutesRow },
): Promise<Buffer> {
  const { people, content, hash, byName, at, agreed, reason, repliedByName, repliedAt, endedAt } = minutesValue(minutes)
  const purchaser = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  const reply = agreed === null ? '待签署' : agreed ? '已签署' : `已退回：${reason}`
  const data = {
    title: say(order, '{act}记录'),
    heading: say(order, '{act}内容'),
    org: purchaser.name,
    number: order.code,
    facts: [
      ['采购单', order.title],
      ['轮次', `第 ${talk.roundNo} 轮报价后`],
      [say(order, '{act}时间'), `${formatTime(talk.beganAt)} 至 ${formatTime(endedAt)}（北京时间）`],
      [say(order, '{act}地点'), talk.place],
      ['议题', talk.subject],
    ],
    people: people.map(({ side, ...one }) => ({ ...one, side: SIDES[side] })),
    content,
    hashes: [['内容哈希（SHA-256）', hash]],
    signs: [
      ['采购人', `已签署，${byName}，${formatTime(at, true)}（北京时间）`],
      ['供应商', repliedAt ? `${reply}，${repliedByName}，${formatTime(repliedAt, true)}（北京时间）` : reply],
    ],
  }
  return renderPdf(TEMPLATE, data, { at: minutes.repliedAt ?? minutes.createdAt })
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, org: input.org, number: input.number)
#facts(input.facts)
${PEOPLE_TABLE}
= #input.heading
#par(input.content)
#seal-block(title: "双方签署", facts: input.signs, hashes: input.hashes, note: "双方在本平台以本单位账号签署，签署记入审计链。")
`
