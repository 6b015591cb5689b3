"""The scenario problem: model, designs, history, goal, and what is wrong with one."""
