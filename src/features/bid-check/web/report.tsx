import { Button, Checkbox } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { saveBlob } from '#web/save-blob.ts'
import type { Finding, Severity } from '../rules/case.ts'
import { NO_VERDICT, SEVERITIES } from '../rules/check.ts'
import { itemKey, placeInWords, type Report, reportText } from '../rules/report-text.ts'
import { useTicks } from './ticks.ts'

type Room = Pick<PropsOf<typeof BID_SLOTS.beforeSealing>['room'], 'orderId' | 'method' | 'code' | 'title'>

/** What a check has found, what only people can judge, and the way to keep it. */
export function CheckReport({ room, report }: { room: Room; report: Report }) {
  const { at, findings, checklist, unread } = report
  const [ticked, toggle] = useTicks(room.orderId)
  const faults = findings.filter(({ severity }) => severity !== 'met')
  const met = findings.filter(({ severity }) => severity === 'met')
  const save = () => {
    // Editors of Windows take a text for UTF-8 by its mark.
    const text = `\ufeff${reportText(room, report, ticked)}`
    saveBlob(`废标检查_${room.code}.txt`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
  }
  return (
    <div className="kb-above-12" role="region" aria-label="检查结果">
      <p className="kb-row kb-gap-8 kb-wrap">
        <span>
          {(['reject', 'check', 'met'] satisfies Severity[]).map((severity) => (
            <span key={severity} className="kb-after-8">
              {SEVERITIES[severity].label} {findings.filter((one) => one.severity === severity).length} 项
            </span>
          ))}
        </span>
        <small className="kb-muted">检查时间 {formatTime(at, true)}</small>
        <Button size="small" className="kb-push" onClick={save}>
          保存报告
        </Button>
      </p>
      <p className="kb-note">{NO_VERDICT}</p>
      {faults.length > 0 && <Findings room={room} findings={faults} label="发现的问题" />}
      {unread.length > 0 && <p className="kb-note">未能读取的采购文件，未据其核对：{unread.join('、')}</p>}
      <details className="kb-above-8">
        <summary>已满足 {met.length} 项</summary>
        <Findings room={room} findings={met} label="已满足的项目" />
      </details>
      {checklist.length > 0 && (
        <fieldset className="kb-above-12">
          <legend className="kb-size-14 kb-strong">须人工核对的评审项</legend>
          <p className="kb-note">勾选只保存在本机，供自己核对。</p>
          {checklist.map((item) => (
            <div key={itemKey(item)} className="kb-pad-y-4">
              <Checkbox checked={ticked.has(itemKey(item))} onChange={() => toggle(itemKey(item))}>
                {item.way}：{item.name}
                {item.standard !== '' && <small className="kb-muted kb-block">{item.standard}</small>}
              </Checkbox>
            </div>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Findings({ room, findings, label }: { room: Room; findings: readonly Finding[]; label: string }) {
  return (
    <ul aria-label={label}>
      {findings.map((one, i) => (
        <li key={i} className="kb-rule-top kb-pad-y-8">
          <div className="kb-row kb-gap-8 kb-wrap kb-base">
            <StatusTag label={SEVERITIES[one.severity].label} tone={SEVERITIES[one.severity].tone} />
            <b>{one.title}</b>
            {one.severity !== 'met' && <Mend room={room} place={one.place} />}
          </div>
          <div className="kb-break">
            {one.text}
            {placeInWords(one)}
          </div>
          {one.source !== '' && <small className="kb-muted kb-block kb-break">依据：{one.source}</small>}
        </li>
      ))}
    </ul>
  )
}

/** The way to where a finding is mended. */
function Mend({ room, place }: { room: Room; place: Finding['place'] }) {
  const order = { id: room.orderId, method: room.method }
  switch (place) {
    case 'price':
      return <a href="#price">去报价单 ›</a>
    case 'files':
      return <a href="#files">去文件 ›</a>
    case 'seal':
      return <a href="#seal">去确认 ›</a>
    case 'bond':
    case 'signUp':
      return <Link to={placeOf(order, 'publish.tender', 'supplier')}>去办理 ›</Link>
  }
}
