import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { Copied } from '#web/kit/copied.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { invite } from '../contract/online.ts'
import { invitationPlace } from '../rules/places.ts'

/** Makes a link for one person of another company, and shows it this once. */
export function InviteDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
  const [guest, setGuest] = useState('')
  return (
    <ActionDialog
      title="邀请外单位人员"
      endpoint={invite}
      schema={invite.body}
      fields={[
        {
          kind: 'text',
          name: 'guest',
          label: '受邀人',
          required: true,
          maxLength: 50,
          help: '如：某公司 李经理；仅您可见',
        },
      ]}
      input={(body: BodyOf<typeof invite>) => {
        setGuest(body.guest)
        return { params: { meetingId }, body }
      }}
      hint="每个链接只供一人使用；对方登录平台后接受，即成为参会人。"
      okText="生成链接"
      onDone={({ code }) =>
        openDialog({
          title: `发给${guest || '受邀人'}的链接`,
          content: () => (
            <>
              <p className="kb-break">
                <Copied text={`${window.location.origin}${invitationPlace(code)}`} />
              </p>
              <p className="kb-hint kb-above-8">链接仅显示一次，请立即复制。</p>
            </>
          ),
          okText: '已复制',
          run: () => Promise.resolve(true),
        })
      }
      onClose={onClose}
    />
  )
}
