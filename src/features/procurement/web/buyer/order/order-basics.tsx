import { say } from '../../../methods/say.ts'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { bondTermsInWords } from '../../../rules/bond-terms.ts'
import { CATEGORIES, envelopeWords, SUITES } from '../../../rules/enums.ts'
import { isRuled } from '../../../rules/legal-calendar-schedule.ts'
import { REGIMES } from '../../../rules/regimes.ts'
import { FEE_WAYS } from '../../../rules/document-fee.ts'
import { KEY_MODES } from '../../../rules/key-mode.ts'
import { methodOf } from '../../../methods/all.ts'
import { jointKeyPlace } from '../../../methods/places.ts'
import { useBuyer } from '../use-buyer.ts'
import { reviewMethodLabel } from '../order-form/review-methods.ts'
import type { OrderDetail } from '../tones.ts'
import { ScheduleList } from './schedule-list.tsx'
import '../order-form/order-form.css'

interface OrderProps {
  order: OrderDetail
}

/** What is bought, for how much, when and where. */
export function BasicSection({ order }: OrderProps) {
  const at = useBuyer()
  const { project } = order
  const { offers, review, reveal, calendar, direction } = methodOf(order.method)
  const buys = direction !== 'rising'
  const sealed = offers === 'sealed'
  const opened = reveal === 'opening'
  // Without a hall suppliers release their keys within a time of their own.
  const isReleased = sealed && !opened && order.settings.keyMode !== 'timed'
  return (
    <>
      <FieldList
        items={[
          {
            label: say(order, '{project}'),
            // Pages of projects are of purchases.
            value: buys ? (
              <Link to={at.project(project.projectId)}>
                {project.name}（{project.code}）
              </Link>
            ) : (
              `${project.name}（${project.code}）`
            ),
          },
          {
            label: '类别',
            value: [
              CATEGORIES[project.category as keyof typeof CATEGORIES] ?? project.category,
              ...(isRuled(calendar) ? [REGIMES[project.regime].label] : []),
              `${say(order, '{order}')} ${order.lotNo}`,
            ].join('，'),
          },
          { label: say(order, '{estimate}'), value: <AmountText value={order.estimatedPrice} capitals /> },
          {
            label: say(order, '{ceiling}'),
            value: order.controlPrice ? <AmountText value={order.controlPrice} capitals /> : '不设限价',
          },
          { label: say(order, '{bond}'), value: amountOr('不收取', order.bond) },
          Number(order.bond) > 0 && {
            label: '保证金要求',
            value: bondTermsInWords(order.settings.bond, order.method),
            wide: true,
          },
          opened && { label: say(order, '{documents}售价'), value: feeOf(order) },
          review === 'hall' && { label: '评标办法', value: reviewMethodLabel(order.reviewMethod) },
          opened && { label: '投标信封', value: envelopeWords(order.reviewModel) },
          order.settings.offerRounds > 0 && { label: '评审中报价', value: `${order.settings.offerRounds} 轮` },
          opened && { label: '开标地点', value: order.place },
          opened && { label: '解密时限', value: `${order.decryptMinutes} 分钟` },
          sealed && { label: '加密算法', value: SUITES[order.suite] },
          isReleased && { label: '提交密钥时限', value: `截止后 ${order.decryptMinutes} 分钟` },
          sealed && {
            label: '开启方式',
            value:
              order.settings.keyMode === 'joint' ? (
                <Link to={jointKeyPlace({ id: order.orderId, method: order.method }, at.side)}>
                  {say(order, KEY_MODES.joint)}
                </Link>
              ) : (
                say(order, KEY_MODES[order.settings.keyMode])
              ),
          },
          order.settings.delivery !== '' && { label: '交货要求', value: order.settings.delivery, wide: true },
          order.settings.paymentTerms !== '' && { label: '付款条件', value: order.settings.paymentTerms, wide: true },
        ]}
      />
      <h3 className="buyer-subhead">时间安排</h3>
      <ScheduleList schedule={order.schedule} method={order.method} />
    </>
  )
}

function feeOf({ documentFee, settings }: OrderProps['order']): string {
  const amount = amountOr('免费', documentFee)
  return Number(documentFee) > 0 ? `${amount}（${FEE_WAYS[settings.documentFeeBy]}）` : amount
}

function amountOr(none: string, value: string): string {
  return /[1-9]/.test(value) ? `${formatAmount(value)} 元` : none
}
