import { Button } from 'antd'
import { Link } from 'react-router'
import { useSession } from '#web/shell/session.ts'

const PLACES = [
  { label: '账单', to: '/finance' },
  { label: '付款单', to: '/finance/orders' },
  { label: '发票', to: '/finance/invoices' },
] as const

/** Bills, orders and invoices, for whoever sees the company's money. */
export function Part() {
  const { employee } = useSession()
  if (!employee?.rights.some((right) => right === 'finance' || right === 'auditing')) return null
  return (
    <section className="kb-section" aria-label="账单与发票">
      <h2>账单与发票</h2>
      <div className="kb-row">
        {PLACES.map(({ label, to }) => (
          <Link key={to} to={to}>
            <Button>{label}</Button>
          </Link>
        ))}
      </div>
    </section>
  )
}
