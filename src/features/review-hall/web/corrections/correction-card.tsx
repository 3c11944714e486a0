import type { ReactNode } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Capitals, Countdown } from '#web/kit/values.tsx'
import type { Correction } from '../../contract/asks.ts'
import { CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { correctionTone } from '../asks/ask-data.ts'

/** A corrected price with its arithmetic: line by line, then the total before and after. */
export function CorrectionCard({ correction: c, children }: { correction: Correction; children?: ReactNode }) {
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={`${c.supplierName}的算术修正`}>
      <header className="kb-row kb-tight kb-wrap">
        <h3>
          {c.no}. {c.supplierName}
        </h3>
        <StatusTag label={c.statusLabel} tone={correctionTone(c.status)} />
        {c.status === CorrectionStatus.values.waiting && (
          <span className="kb-size-13 kb-push kb-soft">
            剩余 <Countdown at={c.deadline} over="已到期" />
          </span>
        )}
      </header>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        <span>{c.kindLabel}</span>
        <span>{c.rule}</span>
      </p>
      <p className="kb-above-8 kb-below-8 kb-pre kb-break">{c.basis}</p>
      {c.lines.length > 0 && <Lines lines={c.lines} />}
      <p className="rv-change kb-row kb-gap-12 kb-tight kb-base kb-wrap kb-above-8 kb-below-8">
        <span>投标总价</span>
        <del className="kb-muted">{formatAmount(c.before)}</del>
        <span aria-hidden="true">→</span>
        <b className="kb-size-16">{formatAmount(c.after)}</b>
        <span>元</span>
        <span className="kb-muted">
          {c.difference.startsWith('-') ? '减少' : '增加'} {formatAmount(c.difference.replace(/^[+-]/, ''))} 元
        </span>
        <Capitals value={c.after} />
      </p>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        {c.proposedBy && <span>{c.proposedBy}提出</span>}
        {c.sentAt && <span>{formatTime(c.sentAt)} 发出</span>}
        {c.deadline && <span>确认截止 {formatTime(c.deadline)}</span>}
        {c.decidedAt && (
          <span>
            {formatTime(c.decidedAt, true)} {c.decidedBy} {c.statusLabel}
          </span>
        )}
        <span>
          指纹 <Fingerprint hex={c.sha256} />
        </span>
      </p>
      {c.note && <p className="kb-hint">说明：{c.note}</p>}
      {children}
    </article>
  )
}

function Lines({ lines }: { lines: Correction['lines'] }) {
  return (
    <DataTable
      label="修正明细"
      rows={lines}
      rowKey={(l) => l.itemId}
      columns={[
        { key: 'item', title: '采购内容', isHead: true, value: (l) => `${l.line}. ${l.name}` },
        { key: 'quantity', title: '数量', kind: 'number', value: (l) => `${l.quantity} ${l.unit}` },
        {
          key: 'before',
          title: '原单价 × 数量 = 原合价',
          kind: 'number',
          value: (l) => product(l.unitPriceBefore, l.quantity, l.amountBefore),
        },
        {
          key: 'after',
          title: '修正单价 × 数量 = 修正合价',
          kind: 'number',
          render: (l) => <b>{product(l.unitPrice, l.quantity, l.amount)}</b>,
        },
      ]}
    />
  )
}

function product(price: string, quantity: string, amount: string): string {
  return `${formatAmount(price)} × ${quantity} = ${formatAmount(amount)}`
}
