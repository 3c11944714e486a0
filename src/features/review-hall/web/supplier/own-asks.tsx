import { Button, Input } from 'antd'
import { useState } from 'react'
import { urlOf } from '#web/call.ts'
import { ask as confirm, toast } from '#web/feedback.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { DraftState, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { type Ask, ASK_FILE_USE, replyAsk, supplierAskFile, supplierAsks } from '../../contract/asks.ts'
import { AskCard } from '../asks/ask-card.tsx'
import { Labelled } from '#web/kit/labelled.tsx'

interface OwnProps {
  projectId: string
  bidderId: string
}

/** Questions to the own company; each is answered once, before its deadline. */
export function OwnAsks({ projectId, bidderId }: OwnProps) {
  const query = useCall(supplierAsks, { params: { projectId, bidderId }, query: { pageSize: 100 } })
  return (
    <WhenLoaded query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="没有询标"
            hint="评标委员会要求澄清、说明或补正时，会显示在这里并发送通知；请在期限内答复"
          />
        ) : (
          <div>
            {rows.map((one) => (
              <AskCard
                key={one.askId}
                ask={one}
                own
                pathOf={({ askId }, fileId) => urlOf(supplierAskFile, { params: { projectId, askId, fileId } })}
              >
                {one.actions.some((a) => a.action === 'reply') && <Reply projectId={projectId} ask={one} />}
              </AskCard>
            ))}
          </div>
        )
      }
    </WhenLoaded>
  )
}

interface Draft {
  content: string
  files: FileRef[]
}

function Reply({ projectId, ask }: { projectId: string; ask: Ask }) {
  const draft = useDraft<Draft>(`review.reply.${ask.askId}`)
  const [given, setGiven] = useState<Draft>(draft.restored ?? { content: '', files: [] })
  const may = ask.actions.find((a) => a.action === 'reply')
  const reply = useAction(replyAsk, { success: '已答复' })
  const change = (part: Partial<Draft>) => {
    const merged = { ...given, ...part }
    setGiven(merged)
    draft.change(merged)
  }
  const run = async () => {
    const content = given.content.trim()
    if (content.length < 2) return toast.warning('请填写答复')
    const sure = await confirm({
      title: '提交答复',
      content: '答复提交后不能修改或撤回，是投标文件的组成部分。确认提交？',
      okText: '提交',
    })
    if (!sure) return
    const body = { askId: ask.askId, content, fileIds: given.files.map((f) => f.fileId) }
    if ((await reply.run({ params: { projectId }, body })).ok) draft.clear()
  }
  return (
    <form
      className="kb-above-12 kb-pad-top-12 kb-rule-top"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Labelled label="答复（不得超出投标文件的范围或改变其实质性内容）">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={5}
            maxLength={10_000}
            showCount
            value={given.content}
            onChange={(event) => change({ content: event.target.value })}
          />
        )}
      </Labelled>
      <div className="kb-labelled">
        <FileUpload
          use={ASK_FILE_USE}
          value={given.files}
          onChange={(files) => change({ files })}
          most={10}
          label="上传附件"
        />
      </div>
      <div className="kb-row kb-between kb-wrap kb-above-12">
        <span className="kb-muted">
          <DraftState draft={draft} />
        </span>
        <Button
          type="primary"
          htmlType="submit"
          loading={reply.busy}
          disabled={may?.reason !== undefined}
          title={may?.reason}
        >
          提交答复
        </Button>
      </div>
    </form>
  )
}
