import { Button, Tooltip } from 'antd'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { useAction } from '#web/use-call.ts'
import { bidRemark, type BidderRow, disputeReply, fileBack, type HallDetail, readOut } from '../contract.ts'
import { offerBidRemark, offerFileBack } from '../contract-offer.ts'
import { ConfirmState, DecryptState, isBesideMark, MarkUnit, mayReturn } from '../rules.ts'
import { isDouble } from '../rules-offer.ts'

const D = DecryptState.values
/** What a decrypt state means, in the hall and on the public's page. */
export const TONES: Record<number, Tone> = {
  0: 'neutral',
  1: 'active',
  2: 'success',
  3: 'danger',
  4: 'danger',
  5: 'warning',
  6: 'danger',
  7: 'active',
}
const CONFIRM: Record<number, Tone> = { 0: 'neutral', 1: 'success', 2: 'danger' }

/** Bidders in large type. Quotes come for all at the same instant; a row is marked only while it is read out. */
export function BidderTable({ hall }: { hall: HallDetail }) {
  const marked = hall.marksOpenedAt !== null
  // Business envelopes hold no price: there is no column for one.
  const priced = marked && !(isDouble(hall) && hall.stage === 1)
  const extra = marked ? [...new Set(hall.bidders.flatMap((b) => othersOf(b).map((m) => m.markName)))] : []
  const bonded = hall.bidders.some((b) => b.bond !== null)
  const asHost = hall.part === 'host' && hall.endedAt === null
  return (
    <table className="hall-table kb-size-20 kb-wide">
      <thead>
        <tr>
          <th className="hall-no">序号</th>
          <th>投标人</th>
          <th>签到</th>
          <th>解密</th>
          {priced && <th className="hall-num">投标总价（元）</th>}
          {extra.map((name) => (
            <th key={name}>{name}</th>
          ))}
          {bonded && <th>投标保证金</th>}
          {marked && <th>确认</th>}
          {asHost && <th>操作</th>}
        </tr>
      </thead>
      <tbody>
        {hall.bidders.map((bidder) => (
          <tr
            key={bidder.bidderId}
            className={`${bidder.isOwn ? 'hall-own' : ''} ${hall.readingId === bidder.bidderId && !hall.endedAt ? 'hall-reading' : ''}`}
          >
            <td className="hall-no">{bidder.no}</td>
            <td>
              <div className="hall-name">
                <span
                  className={bidder.isOnline ? 'hall-dot hall-dot-on' : 'hall-dot'}
                  role="img"
                  aria-label={bidder.isOnline ? '在线' : '离线'}
                />
                <div className="kb-shrink kb-break">
                  {bidder.supplierName}
                  {bidder.isOwn && <em className="kb-size-15 kb-accent">（本单位）</em>}
                  {bidder.remark && <small>备注：{bidder.remark}</small>}
                  {bidder.dispute && <small className="hall-dispute">异议：{bidder.dispute}</small>}
                  {bidder.disputeReply && <small>答复：{bidder.disputeReply}</small>}
                </div>
              </div>
            </td>
            <td data-label="签到">{bidder.signedInAt ? formatTime(bidder.signedInAt, true).slice(11) : '未签到'}</td>
            <td data-label="解密">
              <StatusTag
                label={DecryptState.label(bidder.decryptState)}
                tone={TONES[bidder.decryptState] ?? 'neutral'}
              />
              {bidder.failure && <small>{bidder.failure}</small>}
            </td>
            {priced && (
              <td className="hall-num" data-label="投标总价（元）">
                {bidder.quote === null ? '—' : formatAmount(bidder.quote)}
                {bidder.quote !== null && <small>{toCapitals(bidder.quote)}</small>}
              </td>
            )}
            {extra.map((name) => (
              <td key={name} data-label={name}>
                {markText(bidder, name)}
              </td>
            ))}
            {bonded && (
              <td data-label="投标保证金">
                {bidder.bond && (
                  <>
                    <Tooltip title={bidder.bond.isFault && bidder.bond.detail}>
                      <span>
                        <StatusTag label={bidder.bond.label} tone={bidder.bond.isFault ? 'warning' : 'success'} />
                      </span>
                    </Tooltip>
                    {bidder.bond.isFault && <small className="hall-bond">{bidder.bond.detail}</small>}
                  </>
                )}
              </td>
            )}
            {marked && (
              <td data-label="确认">
                {bidder.decryptState === D.success && (
                  <StatusTag
                    label={ConfirmState.label(bidder.confirmState)}
                    tone={CONFIRM[bidder.confirmState] ?? 'neutral'}
                  />
                )}
                {bidder.signedAt && <small>{formatTime(bidder.signedAt).slice(11)} 已签署</small>}
              </td>
            )}
            {asHost && (
              <td>
                <HostRow hall={hall} bidder={bidder} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Marks beside the total quote. */
export function othersOf(bidder: Pick<BidderRow, 'marks'>): BidderRow['marks'] {
  return bidder.marks.filter(isBesideMark)
}

function markText(bidder: BidderRow, name: string): string {
  const mark = bidder.marks.find((m) => m.markName === name)
  return mark?.markValue ? `${mark.markValue}${MarkUnit.label(mark.markUnit)}` : '—'
}

/** What the host does to one bidder. */
function HostRow({ hall, bidder }: { hall: HallDetail; bidder: BidderRow }) {
  const params = { projectId: hall.projectId, bidderId: bidder.bidderId }
  const read = useAction(readOut)
  const second = hall.stage === 2
  const back = useAction(second ? offerFileBack : fileBack, { success: '已记录' })
  const noted = { success: '已备注' }
  const first = useAction(bidRemark, noted)
  const offer = useAction(offerBidRemark, noted)
  const note = (text: string) =>
    second
      ? offer.run({ params, body: { openOfferBidRemark: text } })
      : first.run({ params, body: { openBidRemark: text } })
  const answer = useAction(disputeReply, { success: '答复已记录' })
  const window = useCountdown(hall.decryptEnd)
  if (hall.endedAt) return null
  if (hall.marksOpenedAt) {
    return (
      <>
        {bidder.decryptState === D.success && (
          <Button size="small" type="link" onClick={() => void read.run({ params })}>
            {bidder.readAt ? '重读' : '唱标'}
          </Button>
        )}
        {bidder.confirmState === ConfirmState.values.disputed && (
          <Button
            size="small"
            type="link"
            onClick={() =>
              askText({
                title: `答复异议：${bidder.supplierName}`,
                label: '答复内容',
                hint: (
                  <>
                    投标人异议：{bidder.dispute}
                    <br />
                    对开标的异议应当当场答复，并记入开标记录（招标投标法实施条例第四十四条）。
                  </>
                ),
                initial: bidder.disputeReply,
                run: (reply) => answer.run({ params, body: { reply } }),
              })
            }
          >
            {bidder.disputeReply ? '改答复' : '答复异议'}
          </Button>
        )}
        <Button
          size="small"
          type="link"
          onClick={() =>
            askText({
              title: `备注：${bidder.supplierName}`,
              label: '备注内容',
              initial: bidder.remark,
              least: 0,
              run: note,
            })
          }
        >
          备注
        </Button>
      </>
    )
  }
  if (mayReturn(bidder.decryptState as DecryptState, window?.over ?? false) !== true) return null
  return (
    <Button
      size="small"
      type="link"
      onClick={() =>
        askText({
          title: `退回投标文件：${bidder.supplierName}`,
          hint: '因非投标人原因造成投标文件未解密的，视为撤回其投标文件，原因将记入开标记录。',
          run: (reason) => back.run({ params, body: { reason } }),
        })
      }
    >
      退回
    </Button>
  )
}
