import { Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { recruitDetail, refundAgain } from '../contract/order.ts'
import { prepareZip, tradePage, tradesSheet, tradesZip } from '../contract/trade.ts'
import { recruitPlace, type Side } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { applyTag, feeTag } from './words.ts'

/** Who has applied to a call. */
export function Screen({ side }: { side: Side }) {
  const { orderId = '' } = useParams()
  const query = useCall(recruitDetail, { params: { orderId } })
  useCompanyLive('recruit')
  const { rights } = useSession()
  const params = { orderId }
  const navigate = useNavigate()
  const prepare = useAction(prepareZip, {
    onDone: () => {
      toast.success('正在打包，完成后请在下载中心领取')
      void navigate('/download-management')
    },
  })
  const again = useAction(refundAgain, { success: ({ asked }) => `已再次发起 ${asked} 笔退还` })
  return (
    <WhenLoaded query={query}>
      {(order) => (
        <ListScreen
          title="入库申请"
          endpoint={tradePage}
          fixed={{ params }}
          rowKey={(row) => row.tradeId}
          tabs={{
            param: 'status',
            tabs: [
              { value: '', label: '全部', countKey: 'all' },
              ...ApplyStatus.options.map(({ value, label }) => ({ value: String(value), label })),
            ],
          }}
          filters={[{ kind: 'text', name: 'keyword', label: '供应商名称或信用代码' }]}
          secondary={
            order.counts.applied > 0 && (
              <>
                {order.stuckFees > 0 && rights.has('supplierManagement') && (
                  <Button onClick={() => void again.run({ params })}>再次退还</Button>
                )}
                <Button onClick={() => void openFile(tradesSheet, { params, query: { identity: side } })}>
                  导出名单
                </Button>
                <Button
                  loading={prepare.busy}
                  disabled={order.zip.files === 0}
                  onClick={() => void (order.zip.isLarge ? prepare.run({ params }) : openFile(tradesZip, { params }))}
                >
                  {order.zip.isLarge ? '后台打包全部材料' : '下载全部材料'}
                </Button>
              </>
            )
          }
          columns={[
            {
              key: 'company',
              title: '供应商',
              value: (row) => row.companyName,
              render: (row) => (
                <MainCell
                  code={`${row.contactName} · ${row.files} 份材料`}
                  title={row.companyName}
                  to={recruitPlace(side, orderId, `trades/${row.tradeId}/approval`)}
                />
              ),
            },
            { key: 'categories', title: '申请品类', width: 180, value: (row) => row.categories.join('、') },
            { key: 'handedIn', title: '提交时间', kind: 'time', width: 140, value: (row) => row.handedInAt },
            {
              key: 'status',
              title: '状态',
              width: 110,
              value: (row) => applyTag(row.status).label,
              render: (row) => <StatusTag {...applyTag(row.status)} />,
            },
            {
              key: 'reason',
              title: '审核意见',
              width: 180,
              value: (row) => row.reason,
            },
            ...(order.feeAmount === null
              ? []
              : [
                  {
                    key: 'fee',
                    title: '费用',
                    width: 150,
                    value: (row: Row) => feeTag(row.fee).label,
                    render: (row: Row) => (
                      <span className="kb-column">
                        <span>
                          <StatusTag {...feeTag(row.fee)} />
                        </span>
                        {row.feeProblem !== '' && <span className="kb-bad kb-size-13">{row.feeProblem}</span>}
                      </span>
                    ),
                  },
                ]),
          ]}
          rowActions={(row) => [
            {
              label: row.status === ApplyStatus.values.pending ? '审核' : '查看',
              to: recruitPlace(side, orderId, `trades/${row.tradeId}/approval`),
            },
          ]}
          empty={{
            title: '还没有供应商申请',
            hint: order.state === 'recruiting' ? '供应商提交申请后显示在这里' : '该征集没有收到申请',
          }}
        >
          <p className="kb-hint">
            <Link to={recruitPlace(side, orderId)}>‹ {order.title}</Link>
          </p>
        </ListScreen>
      )}
    </WhenLoaded>
  )
}

type Row = { fee: Parameters<typeof feeTag>[0]; feeProblem: string }
