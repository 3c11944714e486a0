import type { DrawView } from '#contract/draw-calls.ts'
import { roundOf } from '#contract/draw-steps.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { drawRow, recordOf } from '#features/draws/server/public.ts'
import { type ArchivePart, filed } from '#features/procurement/server/public.ts'
import type { Asker } from '#server/pdf/queue.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { type Ballot, BALLOTS, MEETING_RULES, type MeetingRule } from '../rules/meeting.ts'
import type { Any, Item, Seat } from './access.ts'
import { itemValue } from './view.ts'

type Held = Pick<Seat, 'meeting' | 'items' | 'members'>

const time = (at: Date) => `${formatTime(at, true)}（北京时间）`

/** The minutes as PDF: what was on the agenda, how it was decided, who signed. Of a secret ballot the sums alone. */
export async function minutesPdf(ctx: Any, { meeting, items, members }: Held, by?: Asker): Promise<Buffer> {
  const company = await ctx.expectOne('company', { id: meeting.companyId }, { columns: ['name'] })
  const rule = MEETING_RULES[meeting.rule as MeetingRule]
  const data = {
    org: company.name,
    number: meeting.code,
    facts: [
      ['会议', meeting.title],
      ['定标方式', meeting.rule === 'lowest' ? rule : `${rule}（${BALLOTS[meeting.ballot as Ballot]}）`],
      ['开始时间', time(meeting.heldAt!)],
      ...(meeting.endedAt ? [['完成时间', time(meeting.endedAt)]] : []),
      ...(meeting.place ? [['地点', meeting.place]] : []),
    ],
    agenda: await Promise.all(items.map((item) => agendaData(ctx, { meeting, members }, item))),
    members: members.map((one) => ({
      name: one.isChair ? `${one.name}（主持人）` : one.name,
      state: one.outAt ? (one.reply === 'avoiding' ? `回避：${one.replyReason}` : '已更换') : '参会',
      signed: one.signedAt
        ? formatTime(one.signedAt, true)
        : one.outAt
          ? ''
          : meeting.state === 'signed'
            ? '未签字'
            : '待签字',
      remark: one.remark,
    })),
    minutes: meeting.minutes,
  }
  return renderPdf(TEMPLATE, data, { at: meeting.endedAt ?? meeting.minutedAt!, ...(by && { by }) })
}

/** The minutes in the archive of an order: the meeting that chose its winner, without what else was on its agenda. */
export const meetingArchive: ArchivePart = {
  name: 'award-meetings',
  async entries(ctx, order) {
    const items = (await ctx.many('award_meeting_order', { orderId: order.id }, { orderBy: ['meetingId'] })) as Item[]
    const held = await Promise.all(
      items.map(async (item) => ({
        items: [item],
        meeting: await ctx.expectOne('award_meeting', { id: item.meetingId }),
        members: await ctx.many(
          'award_meeting_member',
          { meetingId: item.meetingId },
          { orderBy: ['isChair desc', 'id'] },
        ),
      })),
    )
    const signed = held.filter(({ meeting }) => meeting.state === 'signed')
    const files = signed.map(async (one) => [
      filed('result', `定标会纪要-${one.meeting.code}.pdf`, await minutesPdf(ctx, one)),
      ...(await lotEntries(ctx, one)),
    ])
    return (await Promise.all(files)).flat()
  },
}

/** The lot as a record that anybody can compute again. */
async function lotEntries(ctx: Any, { meeting, items: [item] }: Held) {
  const row = item?.drawId ? await drawRow(ctx, item.drawId) : undefined
  if (!row?.drawnAt) return []
  return [
    filed('result', `定标抽签记录-${meeting.code}.json`, Buffer.from(`${JSON.stringify(recordOf(row), null, 2)}\n`)),
  ]
}

async function agendaData(ctx: Any, seat: Pick<Held, 'meeting' | 'members'>, item: Item) {
  const { code, title, candidates, chosen, rounds, draw } = await itemValue(ctx, seat, item)
  const nameOf = (tradeId: string) => candidates.find((one) => one.tradeId === tradeId)?.supplierName ?? '原候选人'
  return {
    title: `${title}（${code}）`,
    candidates: candidates.map(({ tradeId, rank, supplierName, price, score }) => ({
      rank: String(rank),
      name: supplierName,
      price: formatAmount(price),
      score: score ?? '—',
      votes:
        rounds.map(({ tally }) => String(tally.find((one) => one.tradeId === tradeId)?.votes ?? 0)).join(' / ') || '—',
    })),
    named: rounds.flatMap(({ round, named }) =>
      named.map(({ name, tradeId, reason }) => ({ round: String(round), name, choice: nameOf(tradeId), reason })),
    ),
    result: chosen === null ? '未确定' : nameOf(chosen),
    draw: draw?.stage === 'drawn' ? drawFacts(draw) : [],
  }
}

/** What a lot was drawn by, as far as it fits on paper; the whole record is filed beside it. */
function drawFacts({ parts, participants, frozenHash, closedHash, closed, named, operatorSeed, signature }: DrawView) {
  const among = parts.flatMap(({ options }) => options.map(({ label }) => label))
  const revealed = participants.filter(({ value }) => value !== null).map(({ name }) => name)
  return [
    ['抽签', `${among.join('、')}票数在前，经抽签确定`],
    ['参与方', revealed.length > 0 ? revealed.join('、') : '平台'],
    ['冻结承诺', frozenHash!],
    ['截止承诺', closedHash!],
    ['平台随机数', operatorSeed!],
    ...(signature === null ? [] : [['信标', `第 ${roundOf({ closed, named })} 轮，签名 ${signature}`]]),
  ]
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: "定标会会议纪要", org: input.org, number: input.number)
#facts(input.facts)
#for item in input.agenda [
= #item.title
#data-table(
  ((title: "排名", key: "rank", width: 0.5fr, align: "center"), (title: "候选人", key: "name", width: 2.4fr), (title: "报价（元）", key: "price", width: 1.2fr, align: "right"), (title: "得分", key: "score", width: 0.7fr, align: "right"), (title: "各轮票数", key: "votes", width: 0.9fr, align: "right")),
  item.candidates,
)
#if item.named.len() > 0 [
#data-table(
  ((title: "轮次", key: "round", width: 0.5fr, align: "center"), (title: "成员", key: "name", width: 0.8fr), (title: "选择", key: "choice", width: 1.6fr), (title: "理由", key: "reason", width: 2fr)),
  item.named,
)
]
#par("会议确定：" + item.result + "。")
#if item.draw.len() > 0 [
#facts(item.draw)
#par("各步承诺记入公开日志；种子为截止记录、平台随机数与信标签名的 SHA-256，签号最小者中签。抽签记录随采购单归档，可离线复算。")
]
]
= 会议纪要
#par(input.minutes)
= 定标成员签字
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "参会", key: "state", width: 1.3fr), (title: "签字时间（北京时间）", key: "signed", width: 1.5fr), (title: "签字意见", key: "remark", width: 1.6fr)),
  input.members,
)
#par("成员在本平台以本人账号签字，签字记入审计链。")
`
