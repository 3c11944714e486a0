import { Button } from 'antd'
import { Link } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { useCall } from '#web/use-call.ts'
import { vipExpiration, vipInfo } from '../contract.ts'
import { activeOf, SERVICES } from './own.ts'
import { Part as Owned } from './owned-part.tsx'

const idOf = (code: string) => PRODUCTS.find((product) => product.code === code)!.id

/** On a person's own page: the membership of the company, or when the last one ended, and what is left of its services. */
export function Part() {
  const { data } = useCall(vipInfo, {}, { fresh: 0 })
  if (!data) return null
  const active = activeOf(data)
  return (
    <section className="kb-section" aria-label="会员与增值服务">
      <h2>会员与增值服务</h2>
      {active ? (
        <FieldList
          items={[
            { label: '会员', value: active.productInfo.productName },
            { label: '有效期至', value: formatDate(active.until) },
          ]}
        />
      ) : (
        <Ended />
      )}
      <Owned />
      <div className="kb-row kb-above-12">
        <Link to={SERVICES}>
          <Button>{active ? '续费或升级' : '开通会员'}</Button>
        </Link>
      </div>
    </section>
  )
}

/** Without a membership: when the advanced and the diamond one ended, where there was one. */
function Ended() {
  const advanced = useCall(vipExpiration, { query: { productId: idOf('advanced') } }).data
  const diamond = useCall(vipExpiration, { query: { productId: idOf('diamond') } }).data
  const ended = [
    { label: '高级会员', until: advanced?.until },
    { label: '钻石会员', until: diamond?.until },
  ]
  return (
    <FieldList
      items={[
        { label: '会员', value: '未开通' },
        ...ended.flatMap(({ label, until }) => (until ? [{ label: `${label}到期`, value: formatDate(until) }] : [])),
      ]}
    />
  )
}
