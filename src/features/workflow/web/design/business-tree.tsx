import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import type { Loaded } from '#web/use-call.ts'
import type { approvalTree } from '../../contract/businesses.ts'
import { BindingType } from '../../rules/enums.ts'
import { DEFINITIONS } from '../addresses.ts'

interface BusinessTreeProps {
  query: Loaded<OutputOf<typeof approvalTree>>
  type: string
  node: string
}

/** Businesses and their steps, each with what is in force for it. */
export function BusinessTree({ query, type, node }: BusinessTreeProps) {
  if (!query.data) {
    return (
      <nav className="wf-tree kb-size-13 kb-fixed" aria-label="业务步骤">
        {query.error ? <ErrorState error={query.error} /> : <Skeleton lines={8} />}
      </nav>
    )
  }
  return (
    <nav className="wf-tree kb-size-13 kb-fixed" aria-label="业务步骤">
      <Entry to={DEFINITIONS} current={type === ''} label="全部流程" />
      {query.data.map((business) => (
        <section key={business.type} className="kb-above-8" aria-label={business.label}>
          <Entry
            to={`${DEFINITIONS}?type=${business.type}`}
            current={business.type === type && node === ''}
            label={business.label}
          />
          <ul>
            {business.nodes.map((one) => (
              <li key={one.node}>
                <Entry
                  to={`${DEFINITIONS}?type=${business.type}&node=${one.node}`}
                  current={business.type === type && one.node === node}
                  label={one.label}
                  state={stateOf(one.inForce)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type InForce = OutputOf<typeof approvalTree>[number]['nodes'][number]['inForce']

function stateOf(inForce: InForce): string {
  if (!inForce) return '免审'
  if (inForce.scope === 'tenant') return '平台默认'
  return inForce.bindingType === BindingType.values.business ? '按业务' : '须审批'
}

function Entry({ to, current, label, state }: { to: string; current: boolean; label: string; state?: string }) {
  return (
    <Link className="kb-flex kb-gap-8 kb-between kb-round kb-plain" to={to} aria-current={current ? 'page' : undefined}>
      <span>{label}</span>
      {state && (
        <span className={state === '免审' ? 'kb-note kb-fixed' : 'kb-size-12 kb-fixed kb-regular kb-good'}>
          {state}
        </span>
      )}
    </Link>
  )
}
