import { useParams, useSearchParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { approvalNode, approvalTree } from '../../contract/businesses.ts'
import { definitionDetail, definitionOptions } from '../../contract/definitions.ts'
import { BindingType } from '../../rules/enums.ts'
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

/** Waits for what the panels offer: people, roles, and the facts of the step. */
function Prepared({ binding, existing, copy }: PreparedProps) {
  const { type } = binding
  const options = useCall(definitionOptions)
  const tree = useCall(approvalTree)
  const business = tree.data?.find((one) => one.type === type)
  // A definition of the whole business sees what its first step knows: all steps of a business know the same.
  const node = binding.node || (business?.nodes[0]?.node ?? '')
  const step = useCall(approvalNode, { params: { type, node } }, { enabled: node !== '' && type !== '' })
  return (
    <WhenLoaded query={options}>
      {(loaded) => (
        <WhenLoaded query={step}>
          {({ facts, typeLabel, nodeLabel }) => {
            const own = existing !== null && !copy
            const newest = existing?.versions.reduce((max, one) => Math.max(max, one.version), 0) ?? 0
            const readOnly = own && (!existing.mayEdit || existing.version < newest)
            const label = binding.node === '' ? `${typeLabel}（全部步骤）` : `${typeLabel} · ${nodeLabel}`
            return (
              <DesignPage
                key={own ? `${existing.definitionId}.${existing.version}` : 'new'}
                definition={own ? existing : null}
                binding={binding}
                bindingLabel={label}
                around={aroundOf(loaded, facts, readOnly)}
                initial={{
                  name: existing?.name ?? `${binding.node === '' ? typeLabel : nodeLabel}审批`,
                  flow: existing?.flow ?? newFlow(),
                }}
              />
            )
          }}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}
