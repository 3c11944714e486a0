import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import {
  addNote,
  discardCorrection,
  removeSupplement,
  type supplementDetail,
  submitSupplement,
  withdrawSupplement,
} from '../contract/supplement.ts'
import { type Side, supplementPlaces } from '../rules/places.ts'
import type { SupplementAction } from '../rules/status.ts'

type Supplement = OutputOf<typeof supplementDetail>

/** What is done with a registration, from whatever page of it: `act` takes an action of the server, `dialog` is to be drawn. */
export function useSupplementActs(side: Side, supplementId: string) {
  const navigate = useNavigate()
  const place = supplementPlaces(side)
  const params = { supplementId }
  const [isNoting, setNoting] = useState(false)
  const rule = answerOf(useCall(approvalNode, { params: { type: 'supplement', node: 'withdraw' } }))
  const remove = useAction(removeSupplement, {
    success: '已删除',
    onDone: () => void navigate(place.list, { replace: true }),
  })
  const discard = useAction(discardCorrection, { success: '已放弃更正' })
  const withdraw = useAction(withdrawSupplement, { success: toldOf('登记已撤回') })
  const acts: Record<SupplementAction, (row: Supplement) => unknown> = {
    edit: () => navigate(place.edit(supplementId)),
    submit: () => navigate(place.preview(supplementId)),
    remove: () => remove.run({ params }),
    discard: () => discard.run({ params }),
    note: () => setNoting(true),
    withdraw: () =>
      askText({
        title: '撤回登记',
        hint: '撤回后不能恢复，各版本仍可查阅。',
        okText: '撤回',
        danger: true,
        run: async (reason) => {
          const found = await rule()
          if (!found?.inForce) return withdraw.run({ params, body: { reason } })
          // The approval is asked for in a dialog of its own.
          void confirmStep({ title: '撤回登记', content: reason }, found, (approval) =>
            withdraw.run({ params, body: { reason, ...approval } }),
          )
          return { ok: true }
        },
      }),
  }
  return {
    act: (action: string, row: Supplement) => acts[action as SupplementAction](row),
    dialog: isNoting && <NoteDialog supplementId={supplementId} onClose={() => setNoting(false)} />,
  }
}

interface NoteValues {
  note: string
  files?: { fileId: string; name: string }[]
}

function NoteDialog({ supplementId, onClose }: { supplementId: string; onClose: () => void }) {
  return (
    <ActionDialog
      title="补充记录"
      endpoint={addNote}
      fields={[
        { kind: 'area', name: 'note', label: '说明', required: true, maxLength: 2000, rows: 4 },
        { kind: 'files', name: 'files', label: '附件', use: 'supplement', most: 50 },
      ]}
      input={({ note, files = [] }: NoteValues) => ({
        params: { supplementId },
        body: { note, files: files.map(({ fileId, name }) => ({ fileId, name })) },
      })}
      hint="补充的说明和附件只增加、不替换；登记内容有误的，请更正。"
      success="已补充"
      onClose={onClose}
    />
  )
}

/** Hands the working copy in, after the question that says what follows. */
export function useSubmit(side: Side, row: Pick<Supplement, 'supplementId' | 'version' | 'revision'>) {
  const navigate = useNavigate()
  const isFirst = row.version === 0
  const node = isFirst ? 'register' : 'correct'
  const rule = answerOf(useCall(approvalNode, { params: { type: 'supplement', node } }))
  const submit = useAction(submitSupplement, {
    success: toldOf(isFirst ? '已登记' : '已更正'),
    onDone: () => void navigate(supplementPlaces(side).detail(row.supplementId), { replace: true }),
  })
  return async () => {
    const question = {
      title: isFirst ? '登记补录' : '提交更正',
      content: isFirst
        ? '登记后不能修改，只能以新版本更正；核对不符之处一并记录。'
        : '更正成为新版本，此前版本仍可查阅；核对不符之处一并记录。',
    }
    const params = { supplementId: row.supplementId }
    return confirmStep(question, await rule(), (approval) =>
      submit.run({ params, body: { revision: row.revision, ...approval } }),
    )
  }
}
