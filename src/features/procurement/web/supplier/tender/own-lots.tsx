import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TradeStatus } from '../../../rules/enums.ts'
import { tenderPages } from '../tender-pages.ts'
import { partOf } from '../../../rules/own-part.ts'
import { stageTone, type Tender } from '../words.ts'

type Lot = Tender['lots'][number]

/** The orders that share the notice of this one, each with the own part in it. */
export function OwnLots({ tender }: { tender: Tender }) {
  const part = (lot: Lot) =>
    partOf({ ...lot, isInvited: lot.admission === 'invited', hasDeclined: false, furtherRound: null })
  return (
    <DataTable
      label="同一公告的采购单"
      rows={tender.lots}
      rowKey={(lot) => lot.orderId}
      columns={[
        { key: 'no', title: '包号', kind: 'ordinal', width: 60, value: (lot) => lot.lotNo },
        {
          key: 'title',
          title: '采购单',
          isHead: true,
          value: (lot) => lot.title,
          render: (lot) =>
            lot.orderId === tender.orderId ? (
              <b>{lot.title}</b>
            ) : (
              <Link className="kb-inline-link" to={tenderPages(lot.orderId, lot.method)('publish.tender')}>
                {lot.title}
              </Link>
            ),
        },
        {
          key: 'stage',
          title: '阶段',
          width: 110,
          value: (lot) => lot.stage,
          render: (lot) => <StatusTag label={lot.stage} tone={stageTone(lot)} />,
        },
        { key: 'end', title: '报价截止', width: 150, value: (lot) => formatTime(lot.bidEnd) },
        {
          key: 'part',
          title: '我的参与',
          width: 140,
          value: (lot) => part(lot)?.label ?? '',
          render: (lot) => {
            const own = part(lot)
            return own ? <StatusTag label={own.label} tone={own.tone} /> : '-'
          },
        },
        { key: 'do', title: '操作', width: 90, render: (lot) => <NextStep lot={lot} /> },
      ]}
    />
  )
}

function NextStep({ lot }: { lot: Lot }) {
  const at = tenderPages(lot.orderId, lot.method)
  const passed = lot.tradeStatus === TradeStatus.values.passed
  if (lot.blocked === null) return <Link to={at('sign-up.join', { tradeId: lot.tradeId })}>报名</Link>
  if (passed && (lot.offer === 'due' || lot.offer === 'draft')) return <Link to={at('publish.tender')}>报价</Link>
  return <Link to={at('publish.tender')}>查看</Link>
}
