import { useParams } from 'react-router'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useHallHead } from '#web/shell/hall-head.ts'
import { useCall } from '#web/use-call.ts'
import { publicHall, type PublicHall } from '../contract-portal.ts'
import { TONES } from './bidder-table.tsx'
import { Window } from './hall-steps.tsx'
import { ConfirmState, DecryptState, isBesideMark, MarkUnit } from '../rules.ts'
import './hall.css'

/** An opening as the public may watch it: nothing to press, and what is private is not told to this page at all. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(publicHall, { params: { orderId } }, { every: 5_000 })
  return <WhenLoaded query={query}>{(hall) => <Watched hall={hall} />}</WhenLoaded>
}

function Watched({ hall }: { hall: PublicHall }) {
  useHallHead({ title: hall.title, back: '/portal' })
  const marked = hall.marksOpenedAt !== null
  const priced = marked && hall.stageLabel !== '商务开标'
  const others = (b: PublicHall['bidders'][number]) => b.marks.filter(isBesideMark)
  const names = [...new Set(hall.bidders.flatMap((b) => others(b).map((m) => m.markName)))]
  return (
    <div className="stage">
      <div className="hall-head">
        <p className="hall-running kb-size-20 kb-soft">
          {hall.stageLabel && `${hall.stageLabel} `}
          {hall.state}
        </p>
        {hall.startedAt && !marked && !hall.endedAt && hall.decryptEnd && <Window end={hall.decryptEnd} />}
      </div>
      <section className="stage-main kb-frame" aria-label="投标人">
        {hall.startedAt ? (
          <table className="hall-table kb-size-20 kb-wide">
            <thead>
              <tr>
                <th className="hall-no">序号</th>
                <th>投标人</th>
                <th>解密</th>
                {priced && <th className="hall-num">投标总价（元）</th>}
                {names.map((name) => (
                  <th key={name}>{name}</th>
                ))}
                {marked && <th>确认</th>}
              </tr>
            </thead>
            <tbody>
              {hall.bidders.map((b) => (
                <tr key={b.no} className={hall.readingNo === b.no ? 'hall-reading' : ''}>
                  <td className="hall-no">{b.no}</td>
                  <td>{b.supplierName}</td>
                  <td data-label="解密">
                    <StatusTag label={DecryptState.label(b.decryptState)} tone={TONES[b.decryptState] ?? 'neutral'} />
                  </td>
                  {priced && (
                    <td className="hall-num" data-label="投标总价（元）">
                      {b.quote === null ? '—' : formatAmount(b.quote)}
                      {b.quote !== null && <small>{toCapitals(b.quote)}</small>}
                    </td>
                  )}
                  {names.map((name) => {
                    const mark = b.marks.find((m) => m.markName === name)
                    return (
                      <td key={name} data-label={name}>
                        {mark?.markValue ? `${mark.markValue}${MarkUnit.label(mark.markUnit)}` : '—'}
                      </td>
                    )
                  })}
                  {marked && (
                    <td data-label="确认">{b.quote !== null || !priced ? ConfirmState.label(b.confirmState) : ''}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <div className="stage-waiting">
            <h2>{hall.state}</h2>
            <p>
              采购人：{hall.purchaserName}；开标时间 {formatTime(hall.openAt, true)}（北京时间）
            </p>
          </div>
        )}
      </section>
      <footer className="stage-foot kb-row kb-gap-16">
        <p className="stage-readline">
          {hall.orderCode}
          {hall.controlPrice && `，最高限价 ${formatAmount(hall.controlPrice)} 元`}
          {hall.referencePrice && `，标底 ${formatAmount(hall.referencePrice)} 元`}
        </p>
        <p className="hall-extension kb-size-16 kb-soft">公开旁观页面，只读</p>
      </footer>
    </div>
  )
}
