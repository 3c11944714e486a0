import { useNavigate } from 'react-router'
import { DataTable } from '#web/kit/data-table.tsx'
import { FewRows } from '#web/kit/few-rows.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag, StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { contractableAwards, contractPage, createContract } from '../contract/contract.ts'
import { contractPlace, editPlace } from '../rules/places.ts'
import { CONTRACT_STATES, type ContractSide } from '../rules/status.ts'
import { contractTag, overdueText, tabsOf } from './words.ts'

/** Contracts of the own company; a purchaser finds the awards that still lack one above them. */
export function Screen({ side }: { side: ContractSide }) {
  const buys = side === 'purchaser'
  const states: Record<string, string> = { ...CONTRACT_STATES }
  if (!buys) delete states.draft
  return (
    <ListScreen
      title="合同"
      endpoint={contractPage}
      rowKey={(row) => row.contractId}
      exportAs="合同"
      tabs={{ param: 'state', tabs: tabsOf(states, [{ value: 'overdue', label: '付款逾期' }]) }}
      filters={[{ kind: 'text', name: 'keyword', label: buys ? '合同名称、编号或供应商' : '合同名称、编号或采购人' }]}
      columns={[
        {
          key: 'title',
          title: '合同',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={contractPlace(side, row.contractId)} />,
        },
        {
          key: 'other',
          title: buys ? '供应商' : '采购人',
          width: 200,
          value: (row) => (buys ? row.supplierName : row.purchaserName),
        },
        { key: 'price', title: '合同价（元）', kind: 'amount', width: 140, value: (row) => row.price },
        { key: 'paid', title: '已付（元）', kind: 'amount', width: 130, value: (row) => row.paid },
        {
          key: 'overdue',
          title: '付款逾期',
          width: 190,
          value: (row) => overdueText(row),
          render: (row) => overdueText(row) && <span className="kb-bad">{overdueText(row)}</span>,
        },
        {
          key: 'signed',
          title: '签订',
          width: 150,
          value: (row) => row.signedOn ?? `限 ${row.signBy} 前`,
          render: (row) => (
            <span className={row.isLate ? 'kb-bad' : ''}>
              {row.signedOn ?? `限 ${row.signBy} 前`}
              {row.isLate && '（逾期）'}
            </span>
          ),
        },
        {
          key: 'state',
          title: '状态',
          width: 130,
          value: (row) => contractTag(row.state).label,
          render: (row) => <NotedTag {...contractTag(row.state)} notes={row.pending ? [`${row.pending}审批中`] : []} />,
        },
      ]}
      rowActions={(row) => [
        buys && row.state === 'draft' && { label: '编辑', to: editPlace(row.contractId) },
        {
          label: !buys && row.state === 'offered' ? '签订' : '查看',
          to: contractPlace(side, row.contractId),
        },
      ]}
      empty={
        buys
          ? { title: '还没有合同', hint: '采购单定标后，在这里由中标（成交）结果起草合同' }
          : { title: '还没有合同', hint: '中标（成交）后，采购人提交的合同在这里签订' }
      }
    >
      {buys && <Awards />}
    </ListScreen>
  )
}

/** The contracts themselves stay in sight. */
const SHOWN = 5

/** Awards without contract, the nearest last day first. */
function Awards() {
  const navigate = useNavigate()
  const { data = [] } = useCall(contractableAwards, {})
  const create = useAction(createContract, {
    success: '合同草稿已生成，条款请补充后提交',
    onDone: ({ contractId }) => void navigate(editPlace(contractId)),
  })
  if (data.length === 0) return null
  return (
    <section className="kb-below-12" aria-label="待起草合同的中标（成交）结果">
      <h2 className="kb-below-12">待起草合同的中标（成交）结果</h2>
      <FewRows rows={data} most={SHOWN} name="contracts.awards">
        {(rows) => (
          <DataTable
            label="待起草合同的中标（成交）结果"
            rows={rows}
            rowKey={({ tradeId }) => tradeId}
            columns={[
              {
                key: 'title',
                title: '采购单',
                isHead: true,
                value: (row) => row.title,
                render: (row) => <MainCell code={row.orderCode} title={row.title} />,
              },
              { key: 'supplier', title: '供应商', width: 220, value: (row) => row.supplierName },
              { key: 'price', title: '中标（成交）价（元）', kind: 'amount', width: 170, value: (row) => row.price },
              {
                key: 'last',
                title: '签订期限',
                width: 190,
                render: (row) =>
                  row.isLate ? (
                    <StatusTag label={`${row.signBy}，已逾期`} tone="danger" />
                  ) : (
                    <span>{row.signBy} 前</span>
                  ),
              },
            ]}
            renderEnd={({ tradeId }) => (
              <RowActions actions={[{ label: '起草合同', onClick: () => void create.run({ body: { tradeId } }) }]} />
            )}
          />
        )}
      </FewRows>
    </section>
  )
}
