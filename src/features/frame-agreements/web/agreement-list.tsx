import { Progress } from 'antd'
import { useNavigate } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FewRows } from '#web/kit/few-rows.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { agreementAwards, agreementPage, draftFromAward } from '../contract/agreement.ts'
import { AGREEMENTS, agreementPlace, competePlace, editPlace, LIBRARY, orderPlace } from '../rules/places.ts'
import { AGREEMENT_STATES } from '../rules/status.ts'
import { CALL_RULES, KINDS } from '../rules/words.ts'
import { useRights } from './use-rights.ts'
import { agreementTag, moneyText, percentOf, tabsOf } from './words.ts'

const LIVED = { inForce: '执行中', expired: '已到期', ended: '已终止' }

/** Agreements of the own company; in the library those that are or were in force, with what they leave. */
export function Screen({ isLibrary }: { isLibrary: boolean }) {
  const { keeps: mayKeep, orders: mayOrder } = useRights()
  return (
    <ListScreen
      title={isLibrary ? '框架协议库' : '框架协议'}
      endpoint={agreementPage}
      {...(isLibrary && { fixed: { query: { library: '1' } } })}
      rowKey={(row) => row.agreementId}
      exportAs="框架协议"
      tabs={{
        param: 'state',
        tabs: tabsOf(isLibrary ? LIVED : AGREEMENT_STATES, [{ value: 'expiring', label: '60 天内到期' }]),
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '协议名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '协议',
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={row.code}
              title={row.title}
              to={agreementPlace(row.agreementId, isLibrary ? LIBRARY : AGREEMENTS)}
              extra={`${KINDS[row.kind]} · ${CALL_RULES[row.rule]}`}
            />
          ),
        },
        { key: 'suppliers', title: '供应商', width: 180, value: (row) => row.suppliers.join('、') },
        {
          key: 'term',
          title: '有效期',
          width: 120,
          value: (row) => `${row.from} 至 ${row.until}`,
          render: (row) => (
            <>
              {row.from}
              <br />至 {row.until}
              {row.daysLeft !== null && row.daysLeft <= 60 && (
                <small className="kb-bad">
                  <br />
                  还有 {row.daysLeft} 天
                </small>
              )}
            </>
          ),
        },
        {
          key: 'used',
          title: '额度使用',
          width: 170,
          value: (row) => `已订 ${formatAmount(row.ordered)} 元 / ${moneyText(row.quota)}`,
          render: (row) => (
            <>
              已订 {formatAmount(row.ordered)} 元
              <Progress percent={percentOf(row.ordered, row.quota)} size="small" aria-label="额度使用" />
              <small>{row.left === null ? '按数量控制' : `剩余 ${formatAmount(row.left)} 元`}</small>
            </>
          ),
        },
        // What came of it is looked for in the library.
        {
          key: 'accepted',
          title: '已验收（元）',
          kind: 'amount',
          width: 120,
          hidden: !isLibrary,
          value: (row) => row.accepted,
        },
        {
          key: 'orders',
          title: '订单',
          width: 60,
          align: 'right',
          hidden: !isLibrary,
          value: (row) => String(row.orders),
        },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => agreementTag(row.state).label,
          render: (row) => (
            <NotedTag {...agreementTag(row.state)} notes={row.pending ? [`${row.pending}审批中`] : []} />
          ),
        },
      ]}
      rowActions={(row) => [
        mayKeep && row.state === 'draft' && { label: '编辑', to: editPlace(row.agreementId) },
        mayOrder &&
          row.state === 'inForce' &&
          (row.rule === 'competition'
            ? { label: '发起竞价', to: competePlace(row.agreementId) }
            : { label: '下达订单', to: orderPlace(row.agreementId) }),
        { label: '查看', to: agreementPlace(row.agreementId, isLibrary ? LIBRARY : AGREEMENTS) },
      ]}
      {...(!isLibrary && mayKeep && { primary: { label: '登记框架协议', to: `${AGREEMENTS}/create` } })}
      empty={
        isLibrary
          ? { title: '还没有执行中的框架协议', hint: '供应商确认并到达起始日期后，协议在这里下达订单' }
          : { title: '还没有框架协议', hint: '登记协议，或由中标（成交）结果起草，提交供应商确认后生效' }
      }
    >
      {!isLibrary && mayKeep && <Awards />}
    </ListScreen>
  )
}

/** The agreements themselves stay in sight. */
const SHOWN = 3

/** Orders whose awards have no contract yet: an agreement may be made of them. */
function Awards() {
  const navigate = useNavigate()
  const { data = [] } = useCall(agreementAwards, {})
  const draft = useAction(draftFromAward, {
    success: '协议草稿已生成，请补充条款后提交',
    onDone: ({ agreementId }) => void navigate(editPlace(agreementId)),
  })
  if (data.length === 0) return null
  return (
    <section className="kb-below-12" aria-label="可签订框架协议的中标（成交）结果">
      <h2 className="kb-below-12">可签订框架协议的中标（成交）结果</h2>
      <FewRows rows={data} most={SHOWN} name="agreements.awards">
        {(rows) => (
          <DataTable
            label="可签订框架协议的中标（成交）结果"
            rows={rows}
            rowKey={({ orderId }) => orderId}
            columns={[
              {
                key: 'title',
                title: '采购单',
                isHead: true,
                value: (row) => row.title,
                render: (row) => <MainCell code={row.orderCode} title={row.title} />,
              },
              { key: 'suppliers', title: '供应商', width: 260, value: (row) => row.suppliers.join('、') },
              { key: 'price', title: '中标（成交）价（元）', kind: 'amount', width: 170, value: (row) => row.price },
            ]}
            renderEnd={({ orderId }) => (
              <RowActions actions={[{ label: '起草框架协议', onClick: () => void draft.run({ body: { orderId } }) }]} />
            )}
          />
        )}
      </FewRows>
    </section>
  )
}
