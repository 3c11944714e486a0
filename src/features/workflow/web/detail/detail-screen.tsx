import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { readTask } from '../../contract/acts.ts'
import { taskDetail, workflowDetail } from '../../contract/workflows.ts'
import { workflowAddress } from '../../rules/addresses.ts'
import { WorkflowPage } from './workflow-page.tsx'
import '../workflow.css'

/** A workflow as its initiator sees it, or, with a task in the address, as the person sees it whose task that is. */
export function Screen() {
  const { workflowId = '', taskId } = useParams()
  return taskId ? (
    <Task key={taskId} taskId={taskId} workflowId={workflowId} />
  ) : (
    <Workflow key={workflowId} workflowId={workflowId} />
  )
}

function Workflow({ workflowId }: { workflowId: string }) {
  const query = useCall(workflowDetail, { params: { id: workflowId } })
  return <WhenLoaded query={query}>{(workflow) => <WorkflowPage workflow={workflow} task={null} />}</WhenLoaded>
}

function Task({ taskId, workflowId }: { taskId: string; workflowId: string }) {
  const query = useCall(taskDetail, { params: { id: taskId } })
  const read = useAction(readTask, { overlay: false, quiet: true })
  const unread = query.data?.identity === 'copyPerson' && query.data.readAt === null
  const { run } = read
  useEffect(() => {
    if (unread) void run({ params: { id: taskId } })
  }, [unread, run, taskId])
  return (
    <WhenLoaded query={query}>
      {(task) =>
        task.workflowId === workflowId ? (
          <WorkflowPage workflow={task.workflow} task={task} />
        ) : (
          // The task rules: an address put together from two others leads to the page that exists.
          <Navigate to={workflowAddress({ workflowId: task.workflowId, taskId, identity: task.identity })} replace />
        )
      }
    </WhenLoaded>
  )
}
