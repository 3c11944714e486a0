import { Alert } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { stateLabel } from '#features/procurement/engine/stage.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { entrustedPath } from '#features/procurement/methods/family.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen, type Section } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText, MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/entrust.ts'
import { editPlace } from '../rules/places.ts'
import type { EntrustSide } from '../rules/status.ts'
import { FEE_PAYERS, FEE_RULES, scopeText } from '../rules/terms.ts'
import { entrustTag, PROPOSE } from './words.ts'

type Data = OutputOf<typeof c.projectEntrustments>
type Entrustment = Data['entrustments'][number]

const LISTS: Record<EntrustSide, { label: string; to: string }> = {
  purchaser: { label: '委托项目', to: '/purchaser/entrust-project/list' },
  agency: { label: '委托处理', to: '/agency/entrust/list' },
}

/** How a project is entrusted, and what may be done about it; earlier entrustments below. */
export function Screen({ side }: { side: EntrustSide }) {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(c.projectEntrustments, { params: { projectId } })
  const edit = editPlace(side, projectId)
  const act = useActs(edit, side)
  return (
    <DetailScreen query={query} back={LISTS[side]}>
      {({ project, entrustments: [last, ...earlier], mayPropose, orders }) => ({
        title: project.name,
        ...(last && { status: <StatusTag {...entrustTag(last.state)} /> }),
        facts: [project.code, CATEGORIES[project.category], last && scopeText(last.kept)],
        actions: [
          ...(last?.actions ?? []),
          ...(mayPropose ? [{ action: 'create', label: PROPOSE[side], primary: true }] : []),
        ],
        onAction: (action) => (action === 'create' ? navigate(edit) : last && act(action, last)),
        notice: last && <Outcome row={last} />,
        sections: [
          last && { key: 'terms', title: '委托', content: <EntrustTerms row={last} /> },
          {
            key: 'project',
            title: '项目',
            content: <Project project={project} side={side} isRun={isRun(last, side)} />,
          },
          orders.length > 0 && {
            key: 'orders',
            title: '采购单',
            content: <Orders orders={orders} side={side} returned={last?.returnedOrders ?? []} />,
          },
          ...earlier.map((row): Section => ({
            key: row.entrustmentId,
            title: `此前的委托：${row.agencyName}`,
            content: (
              <>
                <Outcome row={row} />
                <EntrustTerms row={row} />
              </>
            ),
          })),
        ],
      })}
    </DetailScreen>
  )
}

function isRun(last: Entrustment | undefined, side: EntrustSide): boolean {
  return side === 'purchaser' || last?.state === 'accepted' || last?.proposedBy === 'agency'
}

function useActs(edit: string, side: EntrustSide) {
  const navigate = useNavigate()
  const offer = useAction(c.offerEntrustment, { success: side === 'agency' ? '已提请采购人同意' : '委托已发出' })
  const withdraw = useAction(c.withdrawEntrustment, { success: '委托已撤回' })
  const remove = useAction(c.removeEntrustment, { success: '已删除' })
  const accept = useAction(c.acceptEntrustment, { success: side === 'agency' ? '已接受委托' : '已同意委托' })
  const refuse = useAction(c.refuseEntrustment, { success: '已拒绝委托' })
  const end = useAction(c.endEntrustment, { success: '委托已终止' })
  return (action: string, { entrustmentId }: Entrustment) => {
    const params = { entrustmentId }
    switch (action) {
      case 'edit':
        return navigate(edit)
      case 'offer':
        return offer.run({ params })
      case 'withdraw':
        return withdraw.run({ params })
      case 'remove':
        return remove.run({ params })
      case 'accept':
        return accept.run({ params })
      case 'refuse':
        return askText({
          title: '拒绝委托',
          okText: '拒绝',
          run: (reason) => refuse.run({ params, body: { reason } }),
        })
      case 'end':
        return askText({
          title: '终止委托',
          okText: '终止',
          hint:
            side === 'purchaser'
              ? '未结束的采购单交回本单位办理，代理机构不再能查看；审批中的事项一并结束。终止后不可恢复。'
              : '未结束的采购单交回采购人办理，本单位不再能查看；审批中的事项一并结束。终止后不可恢复。',
          run: (reason) => end.run({ params, body: { reason } }),
        })
      default:
        return undefined
    }
  }
}

/** How an entrustment came to its end. */
function Outcome({ row }: { row: Entrustment }) {
  if (row.state === 'refused')
    return <Alert className="kb-below-12" type="error" showIcon title={`${row.decidedByName}拒绝：${row.refusal}`} />
  if (row.state !== 'ended') return null
  const returned = row.returnedOrders.length
  const text = `${row.endedByName}于 ${formatTime(row.endedAt)} 终止：${row.endReason}`
  return (
    <Alert
      className="kb-below-12"
      type="info"
      showIcon
      title={returned > 0 ? `${text}；${returned} 个未结束的采购单已交回采购人` : text}
    />
  )
}

function EntrustTerms({ row }: { row: Entrustment }) {
  return (
    <FieldList
      items={[
        { label: '采购人', value: row.purchaserName },
        { label: '代理机构', value: row.agencyName },
        { label: '委托范围', value: scopeText(row.kept) },
        {
          label: '代理服务费',
          value: row.feeAmount ? `${FEE_RULES[row.feeRule]} ${formatAmount(row.feeAmount)} 元` : FEE_RULES[row.feeRule],
        },
        row.feeRule !== 'free' && { label: '支付方', value: FEE_PAYERS[row.feePayer] },
        { label: '经办', value: row.createdByName },
        row.offeredAt && { label: '发出时间', value: formatTime(row.offeredAt) },
        row.decidedAt && { label: '答复', value: `${row.decidedByName}，${formatTime(row.decidedAt)}` },
        {
          label: '委托合同',
          wide: true,
          value: (
            <FileList
              files={row.contractFiles}
              pathOf={({ fileId }) => `/api/workbench/buyer/entrustments/${row.entrustmentId}/files/${fileId}`}
            />
          ),
        },
        row.note !== '' && { label: '委托事项说明', value: row.note, wide: true },
      ]}
    />
  )
}

interface ProjectProps {
  project: Data['project']
  side: EntrustSide
  /** Its own page exists for the reader. */
  isRun: boolean
}

function Project({ project, side, isRun: hasPage }: ProjectProps) {
  const { projectId } = project
  const place = side === 'agency' ? '/agency/entrust/projects/' : '/purchaser/register/projects/'
  return (
    <>
      <FieldList
        items={[
          { label: '采购人', value: project.purchaserName },
          { label: '预算金额', value: <AmountText value={project.budget} capitals /> },
          { label: '采购清单', value: `${project.items} 行` },
          { label: '项目所在地', value: project.region },
          project.description !== '' && { label: '项目概况', value: project.description, wide: true },
        ]}
      />
      {hasPage && <Link to={`${place}${projectId}/detail`}>打开项目 ›</Link>}
    </>
  )
}

interface OrdersProps {
  orders: Data['orders']
  side: EntrustSide
  returned: readonly string[]
}

function Orders({ orders, side, returned }: OrdersProps) {
  const placeFor = ({ orderId, method, isOwn }: Data['orders'][number]) =>
    side === 'agency' || isOwn
      ? placeOf({ id: orderId, method }, 'publish.detail', side)
      : entrustedPath(methodOf(method).family, orderId)
  return (
    <DataTable
      label="采购单"
      rows={orders}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '采购单',
          render: (row) => <MainCell code={row.code} title={row.title} to={placeFor(row)} />,
        },
        { key: 'method', title: '采购方式', width: 120, value: (row) => methodOf(row.method).name },
        {
          key: 'runner',
          title: '办理单位',
          width: 200,
          value: (row) => (returned.includes(row.orderId) ? `${row.runnerName}（交回）` : row.runnerName),
        },
        { key: 'state', title: '状态', width: 120, render: (row) => <StatusTag label={stateLabel(row)} /> },
      ]}
    />
  )
}
