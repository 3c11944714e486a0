import type { ReactNode } from 'react'
import type { Branch, ConditionNode, Flow, FlowNode } from '../../rules/definition.ts'
import './flow.css'

/** A place between two nodes: the `index`-th of a list; `branchId` null: of the flow itself. */
export interface Place {
  branchId: string | null
  index: number
}

interface FlowViewProps {
  flow: Flow
  /** What the drawing shows, for screen readers. */
  label: string
  /** The card of a node; of a condition node it is the small one above its branches. */
  card: (node: FlowNode) => ReactNode
  branchCard: (branch: Branch, of: ConditionNode) => ReactNode
  /** What stands on a line: the button that inserts there. */
  link?: (place: Place) => ReactNode
  end?: ReactNode
}

/**
 * A flow drawn from top to bottom. Lists in lists are the true shape of the flow, so that it is read, walked through by
 * keyboard and printed without a drawing library.
 */
export function FlowView({ flow, label, end = '结束', ...parts }: FlowViewProps) {
  return (
    <div className={parts.link ? 'wf-scroll wf-editing' : 'wf-scroll'} tabIndex={0} role="group" aria-label={label}>
      <FlowList nodes={flow.nodes} branchId={null} {...parts}>
        <li className="wf-item">
          <span className="wf-card wf-end">{end}</span>
        </li>
      </FlowList>
    </div>
  )
}

interface FlowListProps extends Omit<FlowViewProps, 'flow' | 'label' | 'end'> {
  nodes: readonly FlowNode[]
  branchId: string | null
  children?: ReactNode
}

function FlowList({ nodes, branchId, children, ...parts }: FlowListProps) {
  return (
    <ol className="wf-flow">
      {nodes.map((node, i) => (
        <li key={node.id} className={node.kind === 'condition' ? 'wf-fork' : 'wf-item'}>
          {parts.card(node)}
          {node.kind === 'condition' && <Branches of={node} {...parts} />}
          <Line place={{ branchId, index: i + 1 }} link={parts.link} />
        </li>
      ))}
      {children}
    </ol>
  )
}

function Branches({ of, ...parts }: { of: ConditionNode } & Omit<FlowListProps, 'nodes' | 'branchId'>) {
  return (
    <ul className="wf-branches kb-flex">
      {of.branches.map((branch) => (
        <li key={branch.id} className="wf-branch">
          {parts.branchCard(branch, of)}
          <Line place={{ branchId: branch.id, index: 0 }} link={parts.link} />
          {branch.nodes.length > 0 && <FlowList nodes={branch.nodes} branchId={branch.id} {...parts} />}
        </li>
      ))}
    </ul>
  )
}

function Line({ place, link }: { place: Place; link: FlowViewProps['link'] }) {
  return <div className="wf-link kb-place-centre kb-relative kb-wide">{link?.(place)}</div>
}
