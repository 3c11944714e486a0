import { Alert } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { orderDetail } from '#features/procurement/contract/order.ts'
import type { Page } from '#features/procurement/methods/pages.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { orderRounds } from '../contract.ts'

interface ShortageProps {
  order: Pick<OutputOf<typeof orderDetail>, 'orderId' | 'method' | 'actions'>
  side: 'purchaser' | 'agency'
  short: NonNullable<OutputOf<typeof orderRounds>['short']>
}

/** Too few quotes: which rule says so, and the ways on, each with what it means. */
export function Shortage({ order, side, short }: ShortageProps) {
  const { at, least, citation, extension } = short
  const may = (action: string) => order.actions.some((one) => one.action === action && one.reason === undefined)
  const isOwner = may('declareAbortive')
  const to = (page: Page) => placeOf({ id: order.orderId, method: order.method }, page, side)
  const ways: { label: string; meaning: string; page: Page; off: string | null }[] = [
    {
      label: '延长报价截止',
      meaning: '开启前延长一次，发布公告并通知全部供应商；已提交的报价继续有效，可替换或撤回。',
      page: 'change.edit',
      off: extension,
    },
    {
      label: '追加供应商',
      meaning: '延长时一并延长报名截止时间，发布后邀请；追加的供应商享有不少于法定的响应时间。',
      page: extension === null ? 'change.edit' : 'abortive.addSupplier',
      off: extension,
    },
    {
      label: '重新采购',
      meaning: '宣布流标后，由流标详情重新发起，清单和报价要求自动带入。',
      page: 'abortive.edit',
      off: null,
    },
    ...(methodOf(order.method).insteadOfFew === undefined
      ? []
      : [
          {
            label: '改为直接采购',
            meaning: '只有一家可供的，宣布流标并说明原因（须审批的先审批），再由流标详情改为直接采购，关联本采购单。',
            page: 'abortive.edit' as const,
            off: null,
          },
        ]),
    { label: '终止采购', meaning: '发布流标公告并通知全部供应商，本采购单终止。', page: 'abortive.edit', off: null },
  ]
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type="warning"
      showIcon
      title={
        at === 'deadline'
          ? `至报价截止，提交报价的供应商不足 ${least} 家，报价不予开启，也不公布已有几家`
          : `有效报价的供应商不足 ${least} 家`
      }
      description={
        <>
          <p className="kb-flat">依据：{citation}。</p>
          <dl className="kb-above-8" aria-label="处理方式">
            {ways.map(({ label, meaning, page, off }) => (
              <div key={label} className="kb-flex kb-gap-12 kb-base kb-wrap kb-below-8">
                <dt style={{ minWidth: 120 }}>
                  {isOwner && off === null ? (
                    <Link className="kb-inline-link" to={to(page)}>
                      {label}
                    </Link>
                  ) : (
                    <strong>{label}</strong>
                  )}
                </dt>
                <dd className="kb-flat">
                  {meaning}
                  {off !== null && <span className="kb-muted">（{off}）</span>}
                </dd>
              </div>
            ))}
          </dl>
        </>
      }
    />
  )
}
