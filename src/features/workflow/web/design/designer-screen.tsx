import { useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { approvalNode, approvalTree } from '../../contract/businesses.ts'
import { definitionDetail, definitionOptions } from '../../contract/definitions.ts'
import { BindingType } from '../../rules/enums.ts'
import type { FactField } from '../../rules/definition.ts'
import type { Options } from './design-data.ts'
import { aroundOf } from './design-data.ts'
import { DesignPage } from './design-page.tsx'
import { newFlow } from './edit.ts'
import type { Binding } from './use-problems.ts'
import '../workflow.css'

/** Draws a definition: an own one, a new one for a step (`type`, `node`), or a new one from another (`from`). */
export function Screen() {
  const { definitionId = '' } = useParams()
  const [search] = useSearchParams()
  const from = definitionId || (search.get('from') ?? '')
  const version = Number(search.get('version')) || undefined
  const existing = useCall(
    definitionDetail,
    { params: { id: from }, query: version === undefined ? {} : { version } },
    { enabled: from !== '', fresh: 0 },
  )
  if (from === '') {
    const [type, node] = [search.get('type') ?? '', search.get('node') ?? '']
    const { business, node: one } = BindingType.values
    return <Prepared binding={{ type, node, bindingType: node === '' ? business : one }} existing={null} copy={false} />
  }
  return (
    <WhenLoaded query={existing}>
      {(definition) => {
        const { type, node, bindingType } = definition
        return <Prepared binding={{ type, node, bindingType }} existing={definition} copy={definitionId === ''} />
      }}
    </WhenLoaded>
  )
}

interface PreparedProps {
  binding: Binding
  existing: Parameters<typeof DesignPage>[0]['definition']
  /** The existing one is only the pattern of a new one. */
  copy: boolean
}

/** Waits for what the panels offer: people, roles, and the facts of the step, or those all steps have in common. */
function Prepared(props: PreparedProps) {
  const { type, node } = props.binding
  const options = useCall(definitionOptions)
  const tree = useCall(approvalTree, undefined, { enabled: node === '' })
  const step = useCall(approvalNode, { params: { type, node } }, { enabled: node !== '' })
  if (node !== '') {
    return (
      <WhenLoaded query={options}>
        {(loaded) => (
          <WhenLoaded query={step}>
            {({ facts, typeLabel, nodeLabel }) => (
              <Ready {...props} options={loaded} facts={facts} label={`${typeLabel} · ${nodeLabel}`} name={nodeLabel} />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    )
  }
  return (
    <WhenLoaded query={options}>
      {(loaded) => (
        <WhenLoaded query={tree}>
          {(businesses) => {
            const business = businesses.find((one) => one.type === type)
            if (!business)
              return (
                <EmptyState
                  title="没有该业务"
                  hint="请从审批流程列表中选择业务步骤"
                  action={<Link to="/enterprise/workflow-approval">审批流程</Link>}
                />
              )
            const { facts, label } = business
            return <Ready {...props} options={loaded} facts={facts} label={`${label}（全部步骤）`} name={label} />
          }}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

interface ReadyProps extends PreparedProps {
  options: Options
  facts: readonly FactField[]
  /** What the definition is bound to, and what a new one is named after. */
  label: string
  name: string
}

function Ready({ binding, existing, copy, options, facts, label, name }: ReadyProps) {
  const own = existing !== null && !copy
  const newest = existing?.versions.reduce((max, one) => Math.max(max, one.version), 0) ?? 0
  const readOnly = own && (!existing.mayEdit || existing.version < newest)
  const around = useMemo(() => aroundOf(options, facts, readOnly), [options, facts, readOnly])
  // Made once: the drawing must not take an answer loaded anew for another flow.
  const [initial] = useState(() => ({ name: existing?.name ?? `${name}审批`, flow: existing?.flow ?? newFlow() }))
  return (
    <DesignPage
      key={own ? `${existing.definitionId}.${existing.version}` : 'new'}
      definition={own ? existing : null}
      binding={binding}
      bindingLabel={label}
      around={around}
      initial={own ? { name: existing.name, flow: existing.flow } : initial}
    />
  )
}
