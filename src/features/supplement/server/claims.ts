import type { projectClaims } from '#features/procurement/server/public.ts'

/** What procurement asks of registrations: see its `claim-port.ts`. */
export const supplementClaims: ReturnType<typeof projectClaims> = {
  async claimOn(ctx, projectId) {
    const row = await ctx.one('supplement', { projectId }, { columns: ['id'] })
    return row ? '补录登记' : null
  },
}
