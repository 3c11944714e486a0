import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { standardDetail } from '../contract/standard.ts'
import { Collection, FEES, FeeType, MEMBERS, PAYERS, PayeeKind, Setting } from '../rules/enums.ts'
import { REFERENCE, REFERENCE_NOTE } from '../rules/presets.ts'
import { TermsView } from './derivation.tsx'
import { methodNames } from './words.ts'

type Standard = OutputOf<typeof standardDetail>['standards'][number]
export type StandardLine = Standard['lines'][number]

/** A published standard, whole. */
export function StandardView({ standard }: { standard: Standard }) {
  return (
    <>
      <p className="kb-hint">
        {[
          `第 ${standard.no} 版`,
          `${formatTime(standard.publishedAt)} 公示`,
          standard.publishedByName,
          ...(standard.note ? [standard.note] : []),
        ].join(' · ')}
      </p>
      <Lines lines={standard.lines} />
    </>
  )
}

/** Lines of a standard, each with how it is computed; `end` is drawn beside a line. */
export function Lines({ lines, end }: { lines: readonly StandardLine[]; end?: (line: StandardLine) => ReactNode }) {
  return (
    <>
      {lines.map((line) => (
        <section key={line.configId} className="kb-above-16" aria-label={FeeType.label(line.feeType)}>
          <p className="kb-flex kb-gap-12 kb-wrap">
            <b>{FeeType.label(line.feeType)}</b>
            <StatusTag
              label={Setting.label(line.setting)}
              tone={line.setting === Setting.values.free ? 'neutral' : 'active'}
            />
            {line.template?.isReference && <StatusTag label={REFERENCE} tone="warning" />}
            {end?.(line)}
          </p>
          <FieldList
            items={[
              { label: '采购方式', value: methodNames(line.methods) },
              { label: '收取方式', value: Collection.label(line.collection) },
              { label: '收款方', value: PayeeKind.label(line.payee) },
              FEES[line.feeType]!.isComputed
                ? { label: '支付方', value: PAYERS[line.payer] }
                : { label: '金额', value: '以采购公告载明的为准' },
              line.template && { label: '收费模板', value: line.template.name },
              discountsOf(line) && { label: '会员优惠', value: discountsOf(line) },
              line.note && { label: '说明', value: line.note },
            ]}
          />
          {line.template && <TermsView terms={line.template.terms} />}
          {line.template?.isReference && <p className="kb-note">{REFERENCE_NOTE}</p>}
        </section>
      ))}
    </>
  )
}

function discountsOf({ memberDiscounts }: StandardLine): string {
  return Object.entries(memberDiscounts)
    .map(([member, percent]) => `${MEMBERS[member as keyof typeof MEMBERS]}优惠 ${percent}%`)
    .join('，')
}
