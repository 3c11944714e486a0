import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { placeOrder } from '../contract/order.ts'
import { categoryRights, categorySkus } from '../contract/product.ts'
import { SERVICE_SLOTS } from '../contract/slots.ts'
import { CATEGORY_IDS, type Category, CATEGORY_LABELS } from '../rules/catalogue.ts'
import { Promotions } from './promotions.tsx'
import './services.css'

type Sku = OutputOf<typeof categorySkus>[number]

/** What is on sale, all or of one category; a purchase leads to the cashier. */
export function Screen({ category }: { category?: Category }) {
  const categories = category ? [category] : (Object.keys(CATEGORY_LABELS) as Category[])
  return (
    <>
      <PageHead title={category ? `购买${CATEGORY_LABELS[category]}` : '增值服务'} facts={['付款后即时开通']} />
      {category ? <Parts of={SERVICE_SLOTS.category} category={category} /> : <Parts of={SERVICE_SLOTS.owned} />}
      {!category && <Promotions />}
      <Parts of={SERVICE_SLOTS.terms} />
      {categories.map((one) => (
        <section key={one} className="kb-section kb-above-20" aria-label={CATEGORY_LABELS[one]}>
          <h2>{CATEGORY_LABELS[one]}</h2>
          <Shelf category={one} />
        </section>
      ))}
    </>
  )
}

function Shelf({ category }: { category: Category }) {
  const skus = useCall(categorySkus, { params: { id: CATEGORY_IDS[category] } })
  const { data: rights = [] } = useCall(categoryRights, { params: { id: CATEGORY_IDS[category] } })
  return (
    <WhenLoaded query={skus}>
      {(rows) => (
        <div className="service-shelf">
          {rows.length === 0 && <p className="kb-muted">平台尚未接入，暂不出售</p>}
          {rows.map((sku) => (
            <Card key={sku.skuId} sku={sku} rights={rights.find(({ productId }) => productId === sku.productId)} />
          ))}
        </div>
      )}
    </WhenLoaded>
  )
}

function Card({ sku, rights }: { sku: Sku; rights: OutputOf<typeof categoryRights>[number] | undefined }) {
  const navigate = useNavigate()
  const place = useAction(placeOrder)
  const buy = async () => {
    const outcome = await place.run({ body: { skuId: sku.skuId, price: sku.price } })
    if (outcome.ok && outcome.data) void navigate(`/finance/orders/${outcome.data.orderId}`)
  }
  const isMember = (rights?.rights.length ?? 0) > 1
  return (
    <div className="service-card kb-box">
      <b>
        {sku.productName} <small>{sku.name}</small>
      </b>
      {isMember ? (
        <ul className="kb-size-13">
          {rights!.rights.map(({ label, value }) => (
            <li key={label}>
              {label}：{value}
            </li>
          ))}
        </ul>
      ) : (
        <p className="kb-size-13 kb-muted">{rights?.summary}</p>
      )}
      <p className="service-price">
        <b>¥ {formatAmount(sku.price)}</b>
        <Button size="small" type="primary" onClick={() => void buy()}>
          购买
        </Button>
      </p>
    </div>
  )
}
