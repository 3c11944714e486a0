import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createSignTask, signTaskDetail, updateSignTask } from '../contract.ts'
import { TASKS, taskPlace } from '../rules/places.ts'
import { ORDER_KINDS, type OrderKind } from '../rules/status.ts'
import { bodyOf, type SignerRow, SignerRows } from './signer-rows.tsx'

type Task = OutputOf<typeof signTaskDetail>

interface Values {
  title: string
  message: string
  files: FileRef[]
  signers: SignerRow[]
  order: OrderKind
  deadline: string
}

/** A document and who is to sign it: anew, from an ended task (`again`), or a draft. */
export function Screen() {
  const { id } = useParams()
  const again = useSearchParams()[0].get('again')
  const from = id ?? again
  const query = useCall(signTaskDetail, { params: { id: from ?? '' } }, { enabled: from !== null, fresh: 0 })
  if (from === null) return <TaskForm />
  return <WhenLoaded query={query}>{(task) => <TaskForm task={task} isEdit={id !== undefined} />}</WhenLoaded>
}

function TaskForm({ task, isEdit = false }: { task?: Task; isEdit?: boolean }) {
  const navigate = useNavigate()
  const done = (id: string) => void navigate(taskPlace(id), { replace: true })
  const create = useAction(createSignTask, { success: '草稿已保存，请核对后发起', onDone: ({ id }) => done(id) })
  const update = useAction(updateSignTask, { success: '草稿已保存，请核对后发起', onDone: () => done(task!.id) })
  return (
    <FormScreen<Values>
      title={isEdit ? '修改签署任务' : '发起签署'}
      back={{ label: '签署任务', to: TASKS }}
      initial={task ? valuesOf(task, isEdit) : { order: 'sequential' }}
      sections={[
        {
          title: '文件',
          hint: 'PDF，不超过 20 MB。加密、含脚本的文件不能签署；文件发起后不能修改。',
          fields: [
            { kind: 'text', name: 'title', label: '任务名称', required: true, maxLength: 200, wide: true },
            { kind: 'files', name: 'files', label: '待签文件', use: 'sign-document', most: 1, required: true },
            { kind: 'area', name: 'message', label: '给签署方的说明', maxLength: 500, rows: 2 },
          ],
        },
        {
          title: '签署方',
          hint: '本企业可以指定签署人；对方企业由其已开通的签署人签署。印章盖在所选页和位置。',
          fields: [
            {
              kind: 'radio',
              name: 'order',
              label: '签署顺序',
              required: true,
              options: Object.entries(ORDER_KINDS).map(([value, label]) => ({ value, label })),
            },
            { kind: 'instant', name: 'deadline', label: '签署期限', required: true, future: true },
            { kind: 'custom', name: 'signers', label: '签署方', required: true, wide: true, control: <SignerRows /> },
          ],
        },
      ]}
      submit={{
        label: '保存并核对',
        run: ({ files, signers, message, ...rest }) => {
          const [file] = files
          const body = {
            ...rest,
            message: message ?? '',
            file: { fileId: file?.fileId ?? '', name: file?.name ?? '' },
            signers: signers.map(bodyOf),
          }
          return isEdit ? update.run({ params: { id: task!.id }, body }) : create.run({ body })
        },
      }}
    />
  )
}

function valuesOf(task: Task, isEdit: boolean): Partial<Values> {
  const { title, message, order, deadline, file, signers } = task
  return {
    title,
    message,
    order,
    // Of a task that ended the deadline is over, and its file belongs to its evidence.
    ...(isEdit && { deadline, files: [file] }),
    signers: signers.map(({ companyId, companyName, userId, userName, seal }) => ({
      companyId,
      companyName,
      userId,
      userName,
      seal,
    })),
  }
}
