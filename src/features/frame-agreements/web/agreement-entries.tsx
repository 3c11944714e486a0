import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { contractPlace } from '#features/contracts/rules/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import type { agreementDetail } from '../contract/agreement.ts'
import { quantityText } from '#web/kit/line-inputs.tsx'
import { VersionList } from './version-list.tsx'
import { boundText, entryTag, moneyText, priceText } from './words.ts'

type Agreement = OutputOf<typeof agreementDetail>
export type Entry = Agreement['entries'][number]

interface EntryListProps {
  agreement: Agreement
  onAction: (action: string, entry: Entry) => void
}

/** The suppliers of an agreement: state, share, what was ordered; prices and versions open below. */
export function EntryList({ agreement, onAction }: EntryListProps) {
  return (
    <DataTable
      label="供应商"
      rows={agreement.entries}
      rowKey={({ entryId }) => entryId}
      columns={[
        {
          key: 'name',
          title: '供应商',
          isHead: true,
          value: (row) => row.supplierName,
          render: (row) => (
            <>
              {row.no}. {row.supplierName}
              {row.isNext && <span className="kb-chip">轮到</span>}
              {row.admission && (
                <small className={row.admission.level === 'block' ? 'kb-bad' : 'kb-muted'}>
                  <br />
                  {row.admission.reason}
                </small>
              )}
            </>
          ),
        },
        { key: 'share', title: '份额', width: 80, align: 'right', value: (row) => (row.share ? `${row.share}%` : '-') },
        { key: 'ordered', title: '已订（元）', kind: 'amount', width: 130, value: (row) => row.ordered },
        { key: 'accepted', title: '已验收（元）', kind: 'amount', width: 130, value: (row) => row.accepted },
        { key: 'left', title: '剩余', width: 150, align: 'right', value: (row) => moneyText(row.left) },
        {
          key: 'state',
          title: '状态',
          width: 140,
          render: (row) => (
            <NotedTag
              {...entryTag(row.state)}
              notes={row.versions.some(({ state }) => state === 'offered') ? ['调价待供应商答复'] : []}
            />
          ),
        },
      ]}
      detail={{ label: '价格与版本', of: (row) => <EntryDetail entry={row} agreement={agreement} /> }}
      renderEnd={(row) => (
        <RowActions
          actions={row.actions.map(({ action, label, danger, reason }) => ({
            label,
            ...(danger && { danger }),
            ...(reason !== undefined && { disabled: reason }),
            onClick: () => onAction(action, row),
          }))}
        />
      )}
    />
  )
}

function EntryDetail({ entry, agreement }: { entry: Entry; agreement: Agreement }) {
  const lines = agreement.items.map((item) => ({ ...item, ...entry.lines.find(({ line }) => line === item.line)! }))
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '确认', value: entry.answeredAt ? `${entry.answeredByName}，${formatTime(entry.answeredAt)}` : '' },
          entry.reason !== '' && { label: '说明', value: entry.reason },
          entry.contractId !== null && {
            label: '履约与付款',
            value: <Link to={contractPlace('purchaser', entry.contractId)}>该供应商的订单、应付和付款 ›</Link>,
          },
          { label: '已订', value: `${formatAmount(entry.ordered)} 元` },
        ]}
      />
      <DataTable
        label={`${entry.supplierName}的协议价`}
        rows={lines}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'name', title: '标的', isHead: true, value: (row) => row.name },
          { key: 'price', title: '协议价（元）', width: 140, align: 'right', value: (row) => priceText(row.unitPrice) },
          {
            key: 'quantity',
            title: '约定数量',
            width: 130,
            align: 'right',
            value: (row) => (row.quantity === null ? '-' : quantityText(row.quantity, row.unit)),
          },
          {
            key: 'ordered',
            title: '已订',
            width: 120,
            align: 'right',
            value: (row) => quantityText(row.ordered, row.unit),
          },
          { key: 'left', title: '剩余', width: 130, align: 'right', value: (row) => boundText(row.left, row.unit) },
        ]}
      />
      {entry.versions.length > 0 && <VersionList versions={entry.versions} items={agreement.items} />}
    </div>
  )
}
