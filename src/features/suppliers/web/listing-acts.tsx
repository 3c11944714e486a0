import { Input, Radio } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { toast } from '#web/feedback.ts'
import { ApprovalFields, confirmStep, isChosen, NO_CHOICE, toldOf } from '#web/kit/confirm-step.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useAction } from '#web/use-call.ts'
import * as c from '../contract/listings.ts'
import { LISTS } from '../rules/listings.ts'
import { useApproval } from './use-approval.ts'

export type Listing = OutputOf<typeof c.listingPage>['rows'][number]

/** What a keeper does with an entry; `onEdit` opens its form. */
export function useListingActs(onEdit: (listing: Listing) => void) {
  const decideRule = useApproval('listing')
  const liftRule = useApproval('lift')
  const remove = useAction(c.removeListing, { success: '草稿已删除' })
  const decide = useAction(c.decideListing, { success: toldOf('已生效，并通知该企业') })
  const lift = useAction(c.liftListing, { success: toldOf('已解除，并通知该企业') })
  const sync = useAction(c.syncListing, { success: ({ companies }) => `已同步至 ${companies} 家下级企业` })
  const confirm = useAction(c.confirmMatch, { success: '已核实' })
  return async (action: string, listing: Listing) => {
    const { listingId, kind, name, from, until } = listing
    const params = { listingId }
    switch (action) {
      case 'edit':
        return onEdit(listing)
      case 'remove':
        return remove.run({ params })
      case 'decide':
        return confirmStep(
          {
            title: `列入${LISTS[kind]}`,
            content: `“${name}”将自 ${from} 至 ${until ?? '长期'} 列入${LISTS[kind]}，依据和原因将告知该企业。`,
            okText: '提交生效',
          },
          await decideRule(),
          ({ approval = NO_CHOICE }) => decide.run({ params, body: { approval } }),
        )
      case 'lift': {
        const rule = await liftRule()
        let approval = NO_CHOICE
        return openDialog<string>({
          title: `提前解除：${name}`,
          okText: '解除',
          danger: true,
          content: (state) => (
            <>
              <Labelled label="解除原因">
                {(id) => (
                  <Input.TextArea id={id} rows={3} maxLength={500} onChange={(e) => state.set(e.target.value)} />
                )}
              </Labelled>
              <ApprovalFields rule={rule} onChange={(input) => (approval = input)} />
            </>
          ),
          run: async (reason = '') => {
            if (reason.trim().length < 2) return warn('请填写解除原因')
            if (!isChosen(rule, approval)) return false
            return (await lift.run({ params, body: { reason: reason.trim(), approval } })).ok
          },
        })
      }
      case 'sync':
        return sync.run({ params })
      case 'confirm':
        return openDialog<{ isSame?: boolean; reason?: string }>({
          title: `核实：${name}`,
          content: (state) => <MatchFields listing={listing} onChange={state.set} />,
          run: async ({ isSame, reason = '' } = {}) => {
            if (isSame === undefined) return warn('请选择核实结论')
            if (reason.trim().length < 2) return warn('请填写核实依据')
            return (await confirm.run({ params, body: { isSame, reason: reason.trim() } })).ok
          },
        })
      default:
        return undefined
    }
  }
}

interface MatchFieldsProps {
  listing: Listing
  onChange: (value: { isSame?: boolean; reason?: string }) => void
}

function MatchFields({ listing, onChange }: MatchFieldsProps) {
  const value: { isSame?: boolean; reason?: string } = {}
  const set = (part: typeof value) => onChange(Object.assign(value, part))
  return (
    <>
      <p className="kb-below-12">
        {listing.basisLabel}中有名称相同的企业，没有统一社会信用代码。来源：{listing.source}；事由：{listing.reason}。
      </p>
      <Radio.Group
        className="kb-below-12"
        options={[
          { value: true, label: '与库内供应商为同一企业' },
          { value: false, label: '是其他企业' },
        ]}
        onChange={(event) => set({ isSame: event.target.value as boolean })}
      />
      <Labelled label="核实依据">
        {(id) => <Input.TextArea id={id} rows={3} maxLength={500} onChange={(e) => set({ reason: e.target.value })} />}
      </Labelled>
    </>
  )
}

function warn(text: string): false {
  toast.warning(text)
  return false
}
