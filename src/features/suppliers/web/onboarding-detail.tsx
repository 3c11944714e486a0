import { Alert } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, NO_CHOICE, toldOf } from '#web/kit/confirm-step.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/onboarding.ts'
import { type Way, WAYS } from '../rules/onboarding.ts'
import { PLACES } from '../rules/places.ts'
import { useApproval } from './use-approval.ts'
import { useKeeper } from './use-keeper.ts'
import { onboardingTag, supplierTag, termText } from './words.ts'

type Onboarding = OutputOf<typeof c.onboardingDetail>

/** A proposal, and what may be done about it. */
export function Screen({ way }: { way: Way }) {
  const { onboardingId = '' } = useParams()
  const query = useCall(c.onboardingDetail, { params: { onboardingId } }, { fresh: 0 })
  const isReader = useKeeper()
  const act = useActs(way)
  return (
    <DetailScreen query={query} back={{ label: WAYS[way], to: PLACES.onboardings(way) }}>
      {(row) => ({
        title: row.name,
        status: row.pendingApproval ? (
          <StatusTag label="审批中" tone="active" />
        ) : (
          <StatusTag {...onboardingTag(row.state)} />
        ),
        facts: [row.creditCode, WAYS[way]],
        actions: row.actions,
        onAction: (action) => act(action, row),
        notice: <Outcome row={row} />,
        sections: [
          {
            key: 'supplier',
            title: '供应商',
            content: (
              <FieldList
                items={[
                  {
                    label: '企业名称',
                    value: isReader ? <Link to={PLACES.detail(row.supplierId)}>{row.name}</Link> : row.name,
                  },
                  { label: '统一社会信用代码', value: row.creditCode },
                  { label: '平台注册', value: row.isRegistered ? '已注册' : '未注册' },
                  { label: '库状态', value: <StatusTag {...supplierTag(row.supplierState)} /> },
                ]}
              />
            ),
          },
          {
            key: 'terms',
            title: '入库信息',
            content: (
              <FieldList
                items={[
                  { label: '供应品类', value: row.categories.join('、') },
                  { label: '有效期', value: termText(row.validFrom, row.validUntil) },
                  { label: way === 'recommend' ? '推荐人' : '经办人', value: row.createdByName },
                  row.proposedAt && { label: '提交时间', value: formatTime(row.proposedAt) },
                  row.decidedAt && { label: '审核', value: `${row.decidedByName}，${formatTime(row.decidedAt)}` },
                  { label: way === 'recommend' ? '推荐理由' : '入库理由', value: row.reason, wide: true },
                  {
                    label: '附件',
                    wide: true,
                    value: (
                      <FileList
                        files={row.files}
                        pathOf={({ fileId }) =>
                          `/api/workbench/buyer/supplier-onboardings/${row.onboardingId}/files/${fileId}`
                        }
                      />
                    ),
                  },
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

function Outcome({ row }: { row: Onboarding }) {
  if (row.state === 'refused')
    return <Alert className="kb-below-12" type="error" showIcon title={`${row.decidedByName}不予通过：${row.remark}`} />
  if (row.pendingApproval)
    return (
      <Alert
        className="kb-below-12"
        type="info"
        showIcon
        title={`“${row.pendingApproval}”正在审批，全部同意后自动入库`}
      />
    )
  return null
}

function useActs(way: Way) {
  const navigate = useNavigate()
  const rule = useApproval('onboarding')
  const propose = useAction(c.proposeOnboarding, { success: '推荐已提交' })
  const withdraw = useAction(c.withdrawOnboarding, { success: '推荐已撤回' })
  const remove = useAction(c.removeOnboarding, {
    success: '已删除',
    onDone: () => void navigate(PLACES.onboardings(way)),
  })
  const accept = useAction(c.acceptOnboarding, { success: toldOf('已入库') })
  const refuse = useAction(c.refuseOnboarding, { success: '已不予通过' })
  return async (action: string, row: Onboarding) => {
    const params = { onboardingId: row.onboardingId }
    switch (action) {
      case 'edit':
        return navigate(PLACES.onboardingForm(way, row.onboardingId))
      case 'propose':
        return propose.run({ params })
      case 'withdraw':
        return withdraw.run({ params })
      case 'remove':
        return remove.run({ params })
      case 'accept':
        return confirmStep(
          { title: '入库', content: `“${row.name}”将成为合格供应商，并通知该企业。`, okText: '入库' },
          await rule(),
          ({ approval = NO_CHOICE }) => accept.run({ params, body: { approval } }),
        )
      case 'refuse':
        return askText({
          title: '不予通过',
          okText: '不予通过',
          danger: true,
          run: (remark) => refuse.run({ params, body: { remark } }),
        })
      default:
        return undefined
    }
  }
}
