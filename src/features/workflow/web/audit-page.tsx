import { useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { subjectApproval } from '../contract/businesses.ts'
import { workflowDetail } from '../contract/workflows.ts'
import { WorkflowPage } from './detail/workflow-page.tsx'
import './workflow.css'

interface AuditPageProps {
  type: string
  node: string
  /** Name of the subject's id in the address. */
  param: string
  /** Where the page belongs, with the address's parameters still in it. */
  back: { label: string; to: string }
}

/** The audit page of one step: what was submitted for approval last, and where it stands. */
export function Screen({ type, node, param, back }: AuditPageProps) {
  const params = useParams()
  const subjectId = params[param] ?? ''
  // Whoever has just handed in comes from a page that knew of nothing, or of what was handed in before: neither is shown.
  const query = useCall(subjectApproval, { params: { type, node, subjectId } }, { fresh: 0 })
  const to = back.to.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return (
    <WhenLoaded query={query}>
      {({ last }) => {
        if (query.isFetching && !(last && query.isFetchedAfterMount)) return <Skeleton title lines={8} />
        if (last) return <Submitted key={last.workflowId} workflowId={last.workflowId} back={{ ...back, to }} />
        return (
          <EmptyPage
            head="审批情况"
            back={{ ...back, to }}
            title="该步骤没有提交过审批"
            hint="没有启用审批流程的步骤，提交后立即生效"
          />
        )
      }}
    </WhenLoaded>
  )
}

function Submitted({ workflowId, back }: { workflowId: string; back: AuditPageProps['back'] }) {
  const query = useCall(workflowDetail, { params: { id: workflowId } })
  return (
    <WhenLoaded query={query}>
      {(workflow) => <WorkflowPage workflow={workflow} task={null} back={back} plain />}
    </WhenLoaded>
  )
}
