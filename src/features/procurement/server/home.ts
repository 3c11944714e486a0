import type { HomeSource } from '#server/feature.ts'
import { buyerHome } from './home-buyer.ts'
import { supplierHome } from './home-supplier.ts'

/** Each side answers for its own workbenches and is silent in the others. */
export const home: HomeSource = {
  todos: async (ctx, limit) => [...(await buyerHome.todos(ctx, limit)), ...(await supplierHome.todos(ctx, limit))],
  deadlines: async (ctx, until, limit) => [
    ...(await buyerHome.deadlines(ctx, until, limit)),
    ...(await supplierHome.deadlines(ctx, until, limit)),
  ],
  board: async (ctx) => [...(await buyerHome.board(ctx)), ...(await supplierHome.board(ctx))],
  figures: async (ctx) => [...(await buyerHome.figures(ctx)), ...(await supplierHome.figures(ctx))],
}
